import { useState } from 'react';
import { useBulk, type BulkAction } from '../../api/entries';
import { notifyDone, notifyError } from '../../components/notify';
import { withUndo } from '../../components/undo';
import { entries as t } from '../../texts/entries';

/** Marks and deletes entries; a deleted one is hidden at once and deleted when nobody has taken it back. */
export function useEntryActions() {
  const bulk = useBulk();
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const show = (ids: number[]) => setHidden((old) => new Set([...old].filter((id) => !ids.includes(id))));
  const act = (action: BulkAction, entries: { id: number }[], after?: () => void) => {
    const ids = entries.map(({ id }) => id);
    if (ids.length === 0) return;
    const say = t.done[action](ids.length);
    if (action !== 'delete') {
      bulk.mutate({ action, ids }, { onSuccess: () => notifyDone(say), onError: notifyError });
      after?.();
      return;
    }
    setHidden((old) => new Set([...old, ...ids]));
    after?.();
    const run = () =>
      bulk.mutateAsync({ action, ids }).catch((error: unknown) => {
        show(ids);
        notifyError(error);
      });
    withUndo(say, run, () => show(ids));
  };
  return { act, hidden };
}

export type Act = ReturnType<typeof useEntryActions>['act'];
