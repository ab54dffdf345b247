import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useBulkOfAll, type BulkAction, type EntryFilters } from '../../api/entries';
import { focusSoon } from '../../components/focus';
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

const STOP = 'svc-bulk-stop';

/** Asks, and then does something with every entry that the filters show. Says how far it is, and can be stopped. */
export function BulkAll({ action, filters, total, close }: Props) {
  const { mutateAsync, isPending } = useBulkOfAll();
  const [count, setCount] = useState(0);
  const running = useRef<AbortController | null>(null);
  // Stopped half-way: what is done stays done, and the dialog has said how much.
  const stop = () => (running.current ? running.current.abort() : close(false));
  const start = async (wanted: BulkAction) => {
    const abort = new AbortController();
    running.current = abort;
    let done = 0;
    const onDone = (sofar: number) => setCount((done = sofar));
    onDone(0);
    // The button that was pressed is gone.
    focusSoon(STOP);
    try {
      // Not by callbacks of the mutation, which end with this dialog: the list behind it may be empty by then.
      await mutateAsync({ action: wanted, filters, signal: abort.signal, onDone });
    } catch (error) {
      if (!abort.signal.aborted) notifyError(error);
    }
    if (done > 0) notifyDone(t.done[wanted](done));
    running.current = null;
    close(true);
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
          <Button id={STOP} variant="default" onClick={stop} data-autofocus>
            {isPending ? t.allStop : common.cancel}
          </Button>
          {!isPending && (
            <Button
              color={action === 'delete' ? 'red' : undefined}
              onClick={() => action && void start(action)}
            >
              {action && t.actions[action]}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
