import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { common as t } from '../texts/common';
import { Icon } from './icons';

/** A search that asks a moment after the last key. */
export function SearchBox({
  value,
  onSearch,
  label = t.search,
}: {
  value: string;
  onSearch: (term: string) => void;
  label?: string;
}) {
  const [typed, setTyped] = useState(value);
  const ask = useDebouncedCallback(onSearch, 300);
  const change = (term: string) => {
    setTyped(term);
    ask(term.trim());
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={200}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<Icon name="search" size={16} />}
      rightSection={typed && <CloseButton size="sm" aria-label={t.clearFilters} onClick={() => change('')} />}
    />
  );
}
