import { Button, Loader, type ButtonProps } from '@mantine/core';
import type { MouseEvent } from 'react';

type Props = Omit<ButtonProps, 'loading' | 'disabled'> & {
  busy?: boolean;
  inactive?: boolean;
  type?: 'button' | 'submit';
  onClick?: () => void;
};

/**
 * A button that does nothing while it is at work, or has nothing to do, and keeps the focus all the same: a disabled one
 * would lose it, and who works by keyboard would start at the top of the page again.
 */
export function BusyButton({ busy = false, inactive = false, onClick, type = 'button', ...rest }: Props) {
  const rests = busy || inactive;
  const press = (event: MouseEvent) => {
    if (rests) event.preventDefault();
    else onClick?.();
  };
  return (
    <Button
      {...rest}
      type={type}
      aria-disabled={rests}
      data-disabled={inactive || undefined}
      aria-busy={busy}
      onClick={press}
      leftSection={busy ? <Loader size={14} color="currentColor" /> : rest.leftSection}
    />
  );
}
