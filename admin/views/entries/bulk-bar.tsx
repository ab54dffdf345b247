import { Button, Group, Paper, Text } from '@mantine/core';
import type { EntryBody } from '../../../schema/api/entry';
import type { BulkAction } from '../../api/entries';
import { useMay } from '../../api/me';
import { entries as t } from '../../texts/entries';

interface Props {
  chosen: EntryBody[];
  /** How many the filters show, when all of them are selected, on whatever page. */
  all: number | null;
  /** Selects all; null when there are no more than those that are. */
  selectAll: (() => void) | null;
  /** What matches may be spam; by default none of it is. */
  mayHoldSpam: boolean;
  act: (action: BulkAction) => void;
}

/** Id of the bar, which takes the focus when its button for all is gone. */
export const BULK_BAR = 'svc-bulk';

/** What can be done with the selected entries. */
export function BulkBar({ chosen, all, selectAll, mayHoldSpam, act }: Props) {
  const mayDelete = useMay('delete_entries');
  if (chosen.length === 0) return null;
  const say = t.selected(all ?? chosen.length);
  const actions: BulkAction[] = [
    ...(['read', 'unread'] as const),
    ...(chosen.some(({ spam }) => spam === undefined) || all !== null ? (['spam'] as const) : []),
    ...(chosen.some(({ spam }) => spam !== undefined) || (all !== null && mayHoldSpam)
      ? (['not_spam'] as const)
      : []),
    ...(mayDelete ? (['delete'] as const) : []),
  ];
  return (
    <Paper withBorder p="xs" mb="sm" role="toolbar" aria-label={say} id={BULK_BAR} tabIndex={-1}>
      <Group>
        <Text size="sm" role="status">
          {say}
        </Text>
        {actions.map((action) => (
          <Button
            key={action}
            size="xs"
            variant={action === 'delete' ? 'filled' : 'default'}
            color={action === 'delete' ? 'red' : undefined}
            onClick={() => act(action)}
          >
            {t.actions[action]}
          </Button>
        ))}
        {selectAll && (
          <Button size="xs" variant="subtle" onClick={selectAll}>
            {t.selectAll}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
