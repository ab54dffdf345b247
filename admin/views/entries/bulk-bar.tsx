import { Button, Group, Paper, Text } from '@mantine/core';
import type { EntryBody } from '../../../schema/api/entry';
import type { BulkAction } from '../../api/entries';
import { useMay } from '../../api/me';
import { entries as t } from '../../texts/entries';
import type { Act } from './use-entry-actions';

/** What can be done with the selected entries. */
export function BulkBar({ chosen, act, clear }: { chosen: EntryBody[]; act: Act; clear: () => void }) {
  const mayDelete = useMay('delete_entries');
  if (chosen.length === 0) return null;
  const spam = chosen.some((entry) => entry.spam !== undefined);
  const actions: BulkAction[] = [
    'read',
    'unread',
    spam ? 'not_spam' : 'spam',
    ...(mayDelete ? (['delete'] as const) : []),
  ];
  return (
    <Paper withBorder p="xs" mb="sm" role="toolbar" aria-label={t.selected(chosen.length)}>
      <Group>
        <Text size="sm" role="status">
          {t.selected(chosen.length)}
        </Text>
        {actions.map((action) => (
          <Button
            key={action}
            size="xs"
            variant={action === 'delete' ? 'filled' : 'default'}
            color={action === 'delete' ? 'red' : undefined}
            onClick={() => act(action, chosen, clear)}
          >
            {t.actions[action]}
          </Button>
        ))}
      </Group>
    </Paper>
  );
}
