import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useReducer, useRef } from 'react';
import { PER_PAGE, type Listed } from '../api/forms';
import { focusSoon } from './focus';
import { common as t } from '../texts/common';

/** Id of the list, which takes the focus when the button that showed more is gone. */
export const ROWS = 'svc-rows';

interface Still<Row> {
  rows: Row[];
  /** New ones above the first row that is shown. */
  waiting: number;
  show: () => void;
}

/**
 * Rows of a list that is renewed while somebody reads it: what is shown changes its values, but new rows above wait
 * until they are asked for, so that nothing jumps away under the pointer.
 * @param key which list and page this is; another one begins anew
 */
export function useStillRows<Row extends { id: number | string }>(
  key: string,
  { data, isPlaceholderData, isFetchedAfterMount }: UseQueryResult<Listed<Row>>,
): Still<Row> {
  const shown = useRef<{ key: string; rows: Row[] } | null>(null);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const items = data?.items ?? [];
  const show = () => {
    shown.current = null;
    render();
    focusSoon(ROWS);
  };
  // Of the list before, or of an earlier visit, while this one is on its way.
  if (isPlaceholderData || !isFetchedAfterMount) return { rows: items, waiting: 0, show };
  const before = shown.current?.key === key ? shown.current.rows : [];
  const { rows, waiting } = merged(before, items);
  shown.current = { key, rows };
  return { rows, waiting, show };
}

function merged<Row extends { id: number | string }>(before: Row[], items: Row[]) {
  const [top] = before;
  if (top === undefined || items.length === 0) return { rows: items, waiting: 0 };
  // Ids grow: those before the first known one may also be rows that have moved up from the next page.
  const first = items.findIndex(({ id }) => id <= top.id);
  const waiting = first < 0 ? items.length : first;
  const fresh = new Set(items.map(({ id }) => id));
  // Those that the new ones have pushed to the next page.
  const pushed = waiting === 0 ? [] : before.slice(-waiting).filter(({ id }) => !fresh.has(id));
  return { rows: [...items.slice(waiting), ...pushed].slice(0, PER_PAGE), waiting };
}

/** Says that there are new rows, and shows them. Lies over the list, which must not move. */
export function NewRows({ waiting, show }: Omit<Still<never>, 'rows'>) {
  return (
    <div role="status" className="svc-new-rows">
      {waiting > 0 && (
        <Button size="compact-sm" radius="xl" onClick={show}>
          {t.newRows(waiting, waiting >= PER_PAGE)}
        </Button>
      )}
    </div>
  );
}
