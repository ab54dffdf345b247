import { notifications } from '@mantine/notifications';
import { common as t } from '../texts/common';
import { inWords } from './query-state';

/** One error at a time: an old one beside a new one says nothing. */
const ERROR = 'error';
const closeButtonProps = { 'aria-label': t.close };

/** Says that something was done. */
export function notifyDone(message: string): void {
  // What did not work a moment ago has worked now.
  notifications.hide(ERROR);
  notifications.show({ message, color: 'green', role: 'status', closeButtonProps });
}

/** Says what did not work; stays until it is closed. */
export function notifyError(error: unknown): void {
  notifications.hide(ERROR);
  notifications.show({
    id: ERROR,
    title: t.error.title,
    message: inWords(error),
    color: 'red',
    role: 'alert',
    autoClose: false,
    closeButtonProps,
  });
}
