import { useSyncExternalStore } from 'react';
import { useBulk, type BulkAction } from '../../api/entries';
import { focusSoon } from '../../components/focus';
import { notifyDone, notifyError } from '../../components/notify';
import { withUndo } from '../../components/undo';
import { entries as t } from '../../texts/entries';

/** Entries that are about to be deleted, in whatever view: none shows them. */
let deleted: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();

function setDeleted(ids: number[]): void {
  deleted = new Set(ids);
  listeners.forEach((listener) => listener());
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Id of the link that opens an entry in the list. */
export const rowId = (id?: number): string => `entry-${id}`;

/** Marks and deletes entries; a deleted one is hidden at once and deleted when nobody has taken it back. */
export function useEntryActions() {
  const bulk = useBulk();
  const hidden = useSyncExternalStore(listen, () => deleted);
  const show = (ids: number[]) => setDeleted([...deleted].filter((id) => !ids.includes(id)));
  const act = (action: BulkAction, entries: { id: number }[], after?: () => void) => {
    const ids = entries.map(({ id }) => id);
    if (ids.length === 0) return;
    const say = t.done[action](ids.length);
    if (action !== 'delete') {
      bulk.mutate({ action, ids }, { onSuccess: () => notifyDone(say), onError: notifyError });
      after?.();
      return;
    }
    setDeleted([...deleted, ...ids]);
    after?.();
    const run = () =>
      bulk.mutateAsync({ action, ids }).catch((error: unknown) => {
        show(ids);
        notifyError(error);
      });
    withUndo(say, run, () => {
      show(ids);
      focusSoon(...ids.map(rowId));
    });
  };
  return { act, hidden };
}
