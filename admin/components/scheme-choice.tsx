import { SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { common as t } from '../texts/common';

/** Light, dark, or what the system says. */
export function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label, ...words } = t.scheme;
  return (
    <SegmentedControl
      aria-label={label}
      size="xs"
      fullWidth
      value={colorScheme}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
      data={[
        { value: 'light', label: words.light },
        { value: 'dark', label: words.dark },
        { value: 'auto', label: 'Auto' },
      ]}
    />
  );
}
