import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { entries as t } from '../../texts/entries';
import type { Column } from './columns';

/** Chooses the columns of the list. */
export function ColumnPicker(props: { all: Column[]; shown: Column[]; choose: (ids: string[]) => void }) {
  const { all, shown, choose } = props;
  const ids = shown.map(({ id }) => id);
  if (all.length === 0) return null;
  return (
    <Popover position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Button variant="default">{t.columns}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.columns}>
        <Stack gap="xs">
          {all.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              checked={ids.includes(id)}
              onChange={(event) =>
                choose(event.currentTarget.checked ? [...ids, id] : ids.filter((one) => one !== id))
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
