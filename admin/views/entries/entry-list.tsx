import { Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { EntryBody } from '../../../schema/api/entry';
import type { BulkAction, EntryFilters } from '../../api/entries';
import { PER_PAGE } from '../../api/forms';
import { useMay } from '../../api/me';
import { queryText } from '../../api/query-text';
import type { Filters } from '../../components/filters';
import { focusSoon } from '../../components/focus';
import { useListKeys } from '../../components/list-keys';
import { Pager } from '../../components/pager';
import { EmptyState } from '../../components/query-state';
import { NewRows } from '../../components/still-rows';
import { entries as t } from '../../texts/entries';
import { BulkAll } from './bulk-all';
import { BULK_BAR, BulkBar } from './bulk-bar';
import type { Column } from './columns';
import { EntryTable } from './entry-table';
import { rowId, useEntryActions } from './use-entry-actions';

interface Props {
  rows: EntryBody[];
  waiting: number;
  show: () => void;
  total: number;
  filters: Filters;
  wanted: EntryFilters;
  columns: Column[];
}

/** The table with what can be done with its rows, one, some or all of them. */
export function EntryList({ rows, waiting, show, total, filters, wanted, columns }: Props) {
  const { chosen, whole, all, choose, toggle, selectEvery, selected } = useSelection(rows, total);
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const [current, setCurrent] = useState<number | null>(null);
  const act = useRowActions({ rows, current, toggle });
  useFocusInRows(rows, current);
  return (
    <>
      <BulkBar
        chosen={chosen}
        all={all ? total : null}
        selectAll={whole && !all ? selectEvery : null}
        mayHoldSpam={wanted.spam !== ''}
        act={(action) => (all ? setAsked(action) : act(action, chosen, () => choose([])))}
      />
      <BulkAll
        action={asked}
        filters={wanted}
        total={total}
        close={(done) => {
          setAsked(null);
          if (done) choose([]);
          // The list is another one now: what is first in it is not new.
          if (done) show();
          focusSoon(done ? SELECT_PAGE : undefined);
        }}
      />
      {rows.length === 0 ? (
        <EmptyState icon="entries" title={t.allHidden} text={t.allHiddenText} />
      ) : (
        <div className="svc-over">
          <NewRows waiting={waiting} show={show} />
          <EntryTable
            {...{ rows, columns, selected, toggle, current, setCurrent }}
            addressOf={(id) => `/entries/${id}${queryText({ ...wanted })}`}
            allForms={!wanted.form_id}
            selectAll={(every) => choose(every ? rows.map(({ id }) => id) : [])}
            selectId={SELECT_PAGE}
          />
        </div>
      )}
      <Pager page={filters.page} perPage={PER_PAGE} total={total} onPage={filters.setPage} />
      <Group mt="xs" visibleFrom="sm">
        <Text size="xs" c="dimmed">
          {t.keys}
        </Text>
      </Group>
    </>
  );
}

const SELECT_PAGE = 'svc-select-page';

/** Which rows are selected, or everything that the filters show, on whatever page. */
function useSelection(rows: EntryBody[], total: number) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [allMatching, setAllMatching] = useState(false);
  const chosen = rows.filter(({ id }) => selected.has(id));
  const whole = chosen.length === rows.length && total > rows.length;
  const choose = (ids: Iterable<number>) => {
    setSelected(new Set(ids));
    setAllMatching(false);
  };
  const toggle = (id: number) =>
    choose(selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id]);
  const selectEvery = () => {
    setAllMatching(true);
    focusSoon(BULK_BAR);
  };
  return { selected, chosen, whole, all: allMatching && whole, choose, toggle, selectEvery };
}

/** A row that leaves the list under the focus, because it does not match any more, hands it to the one in its place. */
function useFocusInRows(rows: EntryBody[], current: number | null): void {
  const place = useRef(-1);
  useEffect(() => {
    const at = rows.findIndex(({ id }) => id === current);
    if (at < 0 && place.current >= 0 && document.activeElement === document.body)
      focusSoon(rowId(rows[Math.min(place.current, rows.length - 1)]?.id));
    place.current = at;
  }, [rows, current]);
}

interface RowActions {
  rows: EntryBody[];
  current: number | null;
  toggle: (id: number) => void;
}

/**
 * The keys of the list, and marking or deleting its rows. The focus goes to the row that takes the place of a deleted
 * one, and stays with one that is marked.
 */
function useRowActions({ rows, current, toggle }: RowActions) {
  const { act } = useEntryActions();
  const mayDelete = useMay('delete_entries');
  const at = rows.findIndex(({ id }) => id === current);
  const go = (to: number) => document.getElementById(rowId(rows[to]?.id))?.focus();
  const acted = (action: BulkAction, entries: EntryBody[], after?: () => void) => {
    const ids = new Set(entries.map(({ id }) => id));
    const last = rows.findLastIndex(({ id }) => ids.has(id));
    const left = (row: EntryBody) => action !== 'delete' || !ids.has(row.id);
    const next = rows.slice(last).find(left) ?? rows.slice(0, Math.max(0, last)).findLast(left);
    act(action, entries, after);
    focusSoon(rowId(next?.id));
  };
  const onRow = (step: (entry: EntryBody) => void) => () => {
    const entry = rows[at];
    if (entry) step(entry);
  };
  const remove = onRow((entry) => mayDelete && acted('delete', [entry]));
  useListKeys({
    j: () => go(Math.min(rows.length - 1, at + 1)),
    k: () => go(Math.max(0, at - 1)),
    x: onRow(({ id }) => toggle(id)),
    u: onRow((entry) => act(entry.status === 'read' ? 'unread' : 'read', [entry])),
    Delete: remove,
    '#': remove,
  });
  return acted;
}
