import { useEffect, useRef } from 'react';

/** What has a use of its own for keys; the links of rows do not, but for Enter. */
const CONTROLS =
  'input, textarea, select, button, summary, [role="dialog"], [role="menu"], [role="listbox"], nav';

/**
 * Single keys of a list or an entry, by the name of the key. They rest while a control has the focus, and with
 * modifiers, which belong to browsers and screen readers.
 */
export function useListKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (ctrlKey || metaKey || altKey || defaultPrevented) return;
      if (target instanceof Element && target.closest(CONTROLS)) return;
      const act = latest.current[key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
