import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useBulkOfAll, type BulkAction, type EntryFilters } from '../../api/entries';
import { notifyDone, notifyError } from '../../components/notify';
import { common } from '../../texts/common';
import { entries as t } from '../../texts/entries';

interface Props {
  /** What shall be done; null while nothing is asked. */
  action: BulkAction | null;
  filters: EntryFilters;
  total: number;
  /** Called with whether it was done. */
  close: (done: boolean) => void;
}

/** Asks, and then does something with every entry that the filters show. Says how far it is, and can be stopped. */
export function BulkAll({ action, filters, total, close }: Props) {
  const { mutate, isPending } = useBulkOfAll();
  const [count, setCount] = useState(0);
  const running = useRef<AbortController | null>(null);
  // Stopped half-way: what is done stays done, and the dialog has said how much.
  const stop = () => (running.current ? running.current.abort() : close(false));
  const start = (wanted: BulkAction) => {
    const abort = new AbortController();
    running.current = abort;
    setCount(0);
    mutate(
      { action: wanted, filters, signal: abort.signal, onDone: setCount },
      {
        onSuccess: (done) => notifyDone(t.done[wanted](done)),
        onError: (error) => abort.signal.aborted || notifyError(error),
        onSettled: () => {
          running.current = null;
          close(true);
        },
      },
    );
  };
  return (
    <Modal
      opened={action !== null}
      onClose={stop}
      title={action && t.allTitle[action](total)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack>
        <Text size="sm">{action === 'delete' ? t.allDeleteText : t.allText}</Text>
        {isPending && (
          <>
            <Progress value={(100 * count) / Math.max(1, total)} aria-label={t.allProgress(count, total)} />
            <Text size="sm" role="status">
              {t.allProgress(count, total)}
            </Text>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={stop}>
            {isPending ? t.allStop : common.cancel}
          </Button>
          {!isPending && (
            <Button color={action === 'delete' ? 'red' : undefined} onClick={() => action && start(action)}>
              {action && t.actions[action]}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
