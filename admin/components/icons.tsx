/** Outlines on a grid of 24, drawn for this application; hidden from screen readers, because a label stands beside. */
const PATHS = {
  dashboard: 'M4 13h6V4H4zm10 7h6V4h-6zM4 20h6v-4H4z',
  forms: 'M6 3h9l4 4v14H6zM9 11h7M9 15h7M9 7h3',
  entries: 'M4 5h16v14H4zM4 14h4l2 3h4l2-3h4',
  deliveries: 'M4 12h12m-5-6 6 6-6 6M20 5v14',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M12 5v14M5 12h14',
  up: 'm6 15 6-6 6 6',
  down: 'm6 9 6 6 6-6',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'm5 12 5 5 9-10',
  warning: 'M12 4 2.5 20h19zM12 10v4M12 17h.01',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 5 5',
  left: 'm14 6-6 6 6 6',
  right: 'm10 6 6 6-6 6',
  refresh: 'M20 11a8 8 0 1 0-2 6M20 4v7h-7',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  cross: 'm6 6 12 12M18 6 6 18',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon of 1.15 em beside a text, or in a button that has a label. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
