import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const own = useRef(false);
  const address = useSearch();
  const change = (term: string) => {
    setTyped(term);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      own.current = term.trim() !== value;
      onSearch(term.trim());
    }, 300);
  };
  useEffect(() => {
    // By a link or a button, not by what is typed here: what waits to be asked is asked no more.
    if (!own.current) {
      clearTimeout(timer.current);
      setTyped(value);
    }
    own.current = false;
  }, [address, value]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={200}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<Icon name="search" size={16} />}
      rightSection={typed && <CloseButton size="sm" aria-label={t.clearSearch} onClick={() => change('')} />}
    />
  );
}
