import { Alert, Button, Group } from '@mantine/core';
import { common as t } from '../texts/common';

/** Says that what was typed before and not saved is there again, and can be thrown away. */
export function Restored({ discard }: { discard: () => void }) {
  return (
    <Alert color="yellow" mb="md">
      <Group justify="space-between">
        {t.restored}
        <Button size="xs" variant="default" onClick={discard}>
          {t.discard}
        </Button>
      </Group>
    </Alert>
  );
}
