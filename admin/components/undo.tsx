import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { common as t } from '../texts/common';

/** Milliseconds in which a deletion can be taken back. */
const GRACE = 7000;

const waiting = new Map<string, () => Promise<void>>();
let count = 0;

/**
 * Does something that cannot be undone a little later: until then a notice offers to take it back, and the view shows
 * it as done. Leaving the page does it at once.
 * @param text what has happened, in words
 * @param run does it; its errors are its own to show
 * @param back shows it as it was
 * @returns takes the offer away, and does it now
 */
export function withUndo(text: string, run: () => Promise<void>, back: () => void): () => void {
  const id = `undo-${count++}`;
  const settle = (after: () => void) => {
    if (!waiting.has(id)) return;
    waiting.delete(id);
    clearTimeout(timer);
    notifications.hide(id);
    after();
  };
  const timer = setTimeout(() => settle(() => void run()), GRACE);
  waiting.set(id, run);
  notifications.show({
    id,
    autoClose: false,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': t.close },
    onClose: () => settle(() => void run()),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span role="status">{text}</span>
        <Button size="xs" variant="default" onClick={() => settle(back)}>
          {t.undo}
        </Button>
      </Group>
    ),
  });
  return () => settle(() => void run());
}

addEventListener('pagehide', () => {
  for (const [id, run] of waiting) {
    waiting.delete(id);
    void run();
  }
});
