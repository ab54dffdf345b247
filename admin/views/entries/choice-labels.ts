import { useCallback } from 'react';
import type { EntryBody, FieldValue } from '../../../schema/api/entry';
import { optionsOf } from '../../../schema/api/form-field';
import { useAllForms } from '../../api/forms';

/**
 * Values of choices as visitors read them. An entry stores the value; its label is that of the form as it is now, and a
 * choice that the form no longer has shows its value.
 */
export function useChoiceLabels(): (entry: EntryBody, fieldId: string) => FieldValue | undefined {
  const { data: forms = [] } = useAllForms();
  return useCallback(
    (entry, fieldId) => {
      const value = entry.fields[fieldId]?.value;
      const field = forms.find(({ id }) => id === entry.form_id)?.fields.find(({ id }) => id === fieldId);
      if (!field?.options || value === undefined) return value;
      const labels = new Map(optionsOf(field).map((option) => [option.value, option.label] as const));
      const read = (one: string) => labels.get(one) ?? one;
      if (Array.isArray(value)) return value.map(read);
      return typeof value === 'string' ? read(value) : value;
    },
    [forms],
  );
}
