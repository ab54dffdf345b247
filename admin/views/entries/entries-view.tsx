import type { EntryBody } from '../../../schema/api/entry';
import { ENTRY_FILTERS, useEntries, type EntryFilters } from '../../api/entries';
import { useFormTitle } from '../../api/forms';
import { NoneFound } from '../../components/filter-fields';
import { useFilters, type Filters } from '../../components/filters';
import { PageHeader } from '../../components/page-header';
import { EmptyState, QueryState } from '../../components/query-state';
import { useStillRows } from '../../components/still-rows';
import { entries as t } from '../../texts/entries';
import { ColumnPicker } from './column-picker';
import { useColumns } from './columns';
import { EntryList } from './entry-list';
import { ExportButton } from './export-button';
import { FilterBar } from './filter-bar';
import { useEntryActions } from './use-entry-actions';

/** Entries of one form or of all, to be read, marked, deleted and exported. */
export default function EntriesView() {
  const filters = useFilters(ENTRY_FILTERS.slice(1));
  const wanted = Object.fromEntries(
    ENTRY_FILTERS.map((name) => [name, filters.get(name)]),
  ) as unknown as EntryFilters;
  const query = useEntries(wanted, filters.page);
  const still = useStillRows(JSON.stringify([wanted, filters.page]), query);
  const rows = useFilledUp(still.rows, wanted, filters.page);
  const titleOf = useFormTitle();
  const columns = useColumns(wanted.form_id, query.data?.items ?? []);
  return (
    <>
      <PageHeader title={/^\d+$/.test(wanted.form_id) ? t.titleOf(titleOf(Number(wanted.form_id))) : t.title}>
        {wanted.form_id && <ColumnPicker {...columns} />}
        <ExportButton filters={wanted} total={query.data?.total ?? 0} />
      </PageHeader>
      <FilterBar filters={filters} />
      <QueryState query={query} rows={10}>
        {({ total }) =>
          total === 0 ? (
            <NoEntries filters={filters} />
          ) : (
            <EntryList
              key={wanted.form_id}
              {...{ ...still, rows, total, filters, wanted }}
              columns={columns.shown}
            />
          )
        }
      </QueryState>
    </>
  );
}

/** The rows without those that are about to be deleted; the first ones of the next page move up. */
function useFilledUp(items: EntryBody[], wanted: EntryFilters, page: number): EntryBody[] {
  const { hidden } = useEntryActions();
  const rows = items.filter(({ id }) => !hidden.has(id));
  const missing = items.length - rows.length;
  const { data, isPlaceholderData } = useEntries(wanted, page + 1, missing > 0);
  if (missing === 0 || isPlaceholderData) return rows;
  const taken = new Set(items.map(({ id }) => id));
  const next = (data?.items ?? []).filter(({ id }) => !hidden.has(id) && !taken.has(id));
  return [...rows, ...next.slice(0, missing)];
}

function NoEntries({ filters }: { filters: Filters }) {
  if (!filters.isFiltered) return <EmptyState icon="entries" title={t.empty} text={t.emptyText} />;
  return <NoneFound filters={filters} title={t.noneFound} text={t.noneFoundText} />;
}
