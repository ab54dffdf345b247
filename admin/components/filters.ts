import { useCallback, useRef } from 'react';
import { useSearchParams } from 'wouter';

const TYPED = ['search', 'after', 'before'];

export interface Filters {
  get(name: string): string;
  page: number;
  /** Filters that are set, without the page. */
  isFiltered: boolean;
  set(changes: Record<string, string>): void;
  setPage(page: number, replace?: boolean): void;
  clear(): void;
}

/** Filters of a list, kept in the address: a link shows the same list. Changing one goes back to the first page. */
export function useFilters(names: readonly string[]): Filters {
  const [parameters, setParameters] = useSearchParams();
  const change = useCallback(
    (changes: Record<string, string>, push: boolean) =>
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete('page');
          for (const [name, value] of Object.entries(changes))
            if (value === '') next.delete(name);
            else next.set(name, value);
          return next;
        },
        { replace: !push },
      ),
    [setParameters],
  );
  /** What was typed last, and where: while it goes on, the address is replaced. */
  const typed = useRef<{ name: string; value: string } | null>(null);
  const set = (changes: Record<string, string>) => {
    const name = TYPED.find((one) => one in changes);
    const goesOn =
      name !== undefined && typed.current?.name === name && parameters.get(name) === typed.current.value;
    typed.current = name === undefined ? null : { name, value: changes[name] ?? '' };
    change(changes, !goesOn);
  };
  const page = Number(/^[1-9]\d{0,8}$/.exec(parameters.get('page') ?? '')?.[0] ?? 1);
  return {
    page,
    get: (name) => parameters.get(name) ?? '',
    isFiltered: names.some((name) => (parameters.get(name) ?? '') !== ''),
    // Each choice is a step back in the browser, and so is each search; each letter of it is not.
    set,
    setPage: (to, replace = false) => change(to > 1 ? { page: String(to) } : {}, !replace),
    clear: () => change(Object.fromEntries(names.map((name) => [name, ''])), true),
  };
}
