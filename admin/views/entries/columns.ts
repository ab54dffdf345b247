import { useLocalStorage } from '@mantine/hooks';
import type { EntryBody } from '../../../schema/api/entry';
import { useAllForms } from '../../api/forms';

export interface Column {
  id: string;
  label: string;
}

/** Columns that are shown until somebody chooses others. */
const AT_FIRST = 4;

/**
 * The columns of a list: the fields of the form as it is now, then what older entries have besides. Without a form
 * there is one column, which sums an entry up.
 * @returns all columns, the chosen ones, and a way to choose; the choice is kept in this browser for each form
 */
export function useColumns(formId: string, items: EntryBody[]) {
  const { data: forms = [] } = useAllForms();
  const form = forms.find(({ id }) => String(id) === formId);
  const current = (form?.fields ?? [])
    .filter(({ type }) => type !== 'page')
    .map(({ id, label }) => ({ id, label }));
  const known = new Set(current.map(({ id }) => id));
  const older = new Map<string, Column>();
  for (const { fields } of formId ? items : [])
    for (const [id, { label }] of Object.entries(fields)) if (!known.has(id)) older.set(id, { id, label });
  const all = [...current, ...older.values()];
  const [chosen, choose] = useLocalStorage<string[] | null>({
    key: `svc-columns-${formId || 'all'}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const shown = chosen ? all.filter(({ id }) => chosen.includes(id)) : all.slice(0, AT_FIRST);
  return { all, shown, choose };
}
