import { notifications } from '@mantine/notifications';
import { common as t } from '../texts/common';
import { inWords } from './query-state';

const closeButtonProps = { 'aria-label': t.close };

/** Says that something was done. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', role: 'status', closeButtonProps });
}

/** Says what did not work; stays until it is closed. */
export function notifyError(error: unknown): void {
  notifications.show({
    title: t.error.title,
    message: inWords(error),
    color: 'red',
    role: 'alert',
    autoClose: false,
    closeButtonProps,
  });
}
