import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
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
  const asked = useRef(value);
  const ask = useDebouncedCallback((term: string) => {
    asked.current = term;
    onSearch(term);
  }, 300);
  const change = (term: string) => {
    setTyped(term);
    ask(term.trim());
  };
  useEffect(() => {
    // The address has changed by a link or a button, not by what is typed here.
    if (value !== asked.current) setTyped(value);
    asked.current = value;
  }, [value]);
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
