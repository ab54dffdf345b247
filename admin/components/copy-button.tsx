import { Button, CopyButton as MantineCopy } from '@mantine/core';
import { common as t } from '../texts/common';
import { Icon } from './icons';

/** Puts a text on the clipboard. */
export function CopyButton({ text, label = t.copy }: { text: string; label?: string }) {
  return (
    <MantineCopy value={text}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          onClick={copy}
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
        >
          <span aria-live="polite">{copied ? t.copied : label}</span>
        </Button>
      )}
    </MantineCopy>
  );
}
