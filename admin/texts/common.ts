/** Words that every view uses. One place for all English; a translation is another object of the same shape. */
export const common = {
  product: 'Forms',
  nav: {
    label: 'Administration',
    dashboard: 'Dashboard',
    forms: 'Forms',
    entries: 'Entries',
    deliveries: 'Deliveries',
  },
  menu: 'Menu',
  scheme: { label: 'Colours', light: 'Light', dark: 'Dark', auto: 'As the system' },
  loading: 'Loading…',
  retry: 'Try again',
  reload: 'Reload the page',
  undo: 'Undo',
  restored: 'Your unsaved changes from before are back.',
  discard: 'Discard them',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  saved: 'Saved.',
  copy: 'Copy',
  copied: 'Copied',
  delete: 'Delete',
  actions: (name: string) => `Actions for ${name}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  range: (from: number, to: number, total: number) =>
    `${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(total)}`,
  newRows: (count: number, orMore: boolean) =>
    orMore ? `Show ${formatNumber(count)} or more new` : `Show ${formatNumber(count)} new`,
  all: 'All',
  clearFilters: 'Clear filters',
  clearSearch: 'Clear the search',
  search: 'Search',
  offline: 'You are offline. What you see may be old; changes wait until you are back.',
  loggedOut: 'You are logged out. Log in again in a new tab, then go on here; what you typed stays.',
  logIn: 'Log in',
  error: {
    title: 'This did not work',
    network: 'The server cannot be reached. Check your connection and try again.',
    unknown: 'Something went wrong.',
    forbidden: 'Not for your account',
    forbiddenText: 'Your account is not allowed to see this. An administrator can change that.',
    notFound: 'There is nothing here',
    notFoundText: 'What you are looking for was deleted, or never existed.',
    broken: 'This view could not be loaded, or has stopped working. What is stored is safe.',
  },
  never: 'never',
  today: 'today',
  seconds: (count: number) => plural(count, 'second', 'seconds'),
  minutes: (count: number) => plural(count, 'minute', 'minutes'),
  hours: (count: number) => plural(count, 'hour', 'hours'),
  list: (parts: string[]) => lists.format(parts),
};

const LANGUAGE = 'en';
const rules = new Intl.PluralRules(LANGUAGE);
const lists = new Intl.ListFormat(LANGUAGE);
const numbers = new Intl.NumberFormat(LANGUAGE);

/** A number with its separators. */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** A number with the right form of its word. */
export function plural(count: number, one: string, other: string): string {
  return `${formatNumber(count)} ${rules.select(count) === 'one' ? one : other}`;
}

/** A span of time in its largest whole unit: `90 minutes`, `2 hours`. */
export function formatDuration(seconds: number): string {
  if (seconds % 3600 === 0) return common.hours(seconds / 3600);
  return seconds % 60 === 0 ? common.minutes(seconds / 60) : common.seconds(seconds);
}

const precise = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'medium' });
const times = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'full', timeStyle: 'long' });
const days = new Intl.DateTimeFormat(LANGUAGE, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });

/** A time by the reader's clock. */
export const formatTime = (time: string): string => times.format(new Date(time));
/** The same with seconds. */
export const formatPrecise = (time: string): string => precise.format(new Date(time));
/** The same in full, for a tooltip. */
export const formatExactTime = (time: string): string => exact.format(new Date(time));
/** A day of a chart, `YYYY-MM-DD`. */
export const formatDay = (day: string): string => days.format(new Date(`${day}T00:00:00Z`));

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** How far a time is from now: `3 hours ago`, `in 5 minutes`. */
export function formatRelative(time: string, now: number): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  // What is to come is counted down: "in 90 seconds", not "in 1 minute".
  const least = seconds > 0 ? 2 : 1;
  const [unit, size] =
    STEPS.find(([, step]) => Math.abs(seconds) >= least * step) ?? (['second', 1] as const);
  return relative.format(Math.trunc(seconds / size), unit);
}
