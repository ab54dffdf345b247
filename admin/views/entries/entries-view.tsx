import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { EntryBody } from '../../../schema/api/entry';
import { ENTRY_FILTERS, useEntries, type EntryFilters } from '../../api/entries';
import { PER_PAGE, useFormTitle } from '../../api/forms';
import { useMay } from '../../api/me';
import { queryText } from '../../api/query-text';
import { NoneFound } from '../../components/filter-fields';
import { useFilters, type Filters } from '../../components/filters';
import { useListKeys } from '../../components/list-keys';
import { PageHeader } from '../../components/page-header';
import { Pager } from '../../components/pager';
import { EmptyState, QueryState } from '../../components/query-state';
import { entries as t } from '../../texts/entries';
import { BulkBar } from './bulk-bar';
import { ColumnPicker } from './column-picker';
import { useColumns } from './columns';
import { EntryTable } from './entry-table';
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
        {({ items, total }) =>
          total === 0 ? (
            <NoEntries filters={filters} />
          ) : (
            <EntryList key={wanted.form_id} {...{ items, total, filters, wanted }} columns={columns.shown} />
          )
        }
      </QueryState>
    </>
  );
}

function NoEntries({ filters }: { filters: Filters }) {
  if (!filters.isFiltered) return <EmptyState icon="entries" title={t.empty} text={t.emptyText} />;
  return <NoneFound filters={filters} title={t.noneFound} text={t.noneFoundText} />;
}

interface ListProps {
  items: EntryBody[];
  total: number;
  filters: Filters;
  wanted: EntryFilters;
  columns: { id: string; label: string }[];
}

function EntryList({ items, total, filters, wanted, columns }: ListProps) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [current, setCurrent] = useState<number | null>(null);
  const { act, hidden } = useEntryActions();
  const mayDelete = useMay('delete_entries');
  const rows = items.filter(({ id }) => !hidden.has(id));
  const chosen = rows.filter(({ id }) => selected.has(id));
  const toggle = (id: number) =>
    setSelected((old) => new Set(old.has(id) ? [...old].filter((one) => one !== id) : [...old, id]));
  const addressOf = (id: number) => `/entries/${id}${queryText({ ...wanted })}`;
  const at = rows.findIndex(({ id }) => id === current);
  const go = (to: number) => document.getElementById(`entry-${rows[to]?.id}`)?.focus();
  const onRow = (step: (entry: EntryBody) => void) => () => {
    const entry = rows[at];
    if (entry) step(entry);
  };
  const remove = onRow((entry) => {
    if (!mayDelete) return;
    // The focus goes on before its row does.
    go(at + 1 < rows.length ? at + 1 : at - 1);
    act('delete', [entry]);
  });
  useListKeys({
    j: () => go(Math.min(rows.length - 1, at + 1)),
    k: () => go(Math.max(0, at - 1)),
    x: onRow(({ id }) => toggle(id)),
    u: onRow((entry) => act(entry.status === 'read' ? 'unread' : 'read', [entry])),
    Delete: remove,
    '#': remove,
  });
  return (
    <>
      <BulkBar chosen={chosen} act={act} clear={() => setSelected(new Set())} />
      <EntryTable
        {...{ rows, columns, selected, toggle, addressOf }}
        allForms={!wanted.form_id}
        current={current}
        setCurrent={setCurrent}
        selectAll={(all) => setSelected(new Set(all ? rows.map(({ id }) => id) : []))}
      />
      <Pager page={filters.page} perPage={PER_PAGE} total={total} onPage={filters.setPage} />
      <Group mt="xs" visibleFrom="sm">
        <Text size="xs" c="dimmed">
          {t.keys}
        </Text>
      </Group>
    </>
  );
}
