/** What a visitor reads about a value; `label` is the field's. One place, so that translations can take its seat. */
export const MESSAGES = {
  required: (label: string) => `${label} is required.`,
  not_text: (label: string) => `${label} must be text.`,
  nul: (label: string) => `${label} contains a character that cannot be stored (U+0000).`,
  too_short: (label: string, min: number) => `${label} must have at least ${plural(min)}.`,
  too_long: (label: string, max: number) => `${label} must have at most ${plural(max)}.`,
  email: (label: string) => `${label} must be an e-mail address, for example name@example.com.`,
  tel: (label: string) => `${label} must be a telephone number.`,
  url: (label: string) => `${label} must be a web address that starts with http:// or https://.`,
  number: (label: string) => `${label} must be a number.`,
  too_low: (label: string, min: number | string) => `${label} must not be less than ${min}.`,
  too_high: (label: string, max: number | string) => `${label} must not be more than ${max}.`,
  date: (label: string) => `${label} must be a date, YYYY-MM-DD.`,
  choice: (label: string) => `${label}: choose one of the options.`,
  choices: (label: string) => `${label} must be a list of options.`,
  not_a_file: (label: string) => `${label}: send the file as multipart/form-data.`,
  one_file: (label: string) => `${label}: send one file only.`,
  empty_file: (label: string) => `${label}: the file is empty.`,
  file_too_large: (label: string, max: number) => `${label}: the file is larger than ${size(max)}.`,
  file_type: (label: string) => `${label}: files of this type are not accepted.`,
  file_lies: (label: string) => `${label}: the file is not of the type that it claims to be.`,
} as const;

function plural(count: number): string {
  return `${count} ${count === 1 ? 'character' : 'characters'}`;
}

function size(bytes: number): string {
  const [unit, name] = bytes >= 1_048_576 ? [1_048_576, 'MB'] : bytes >= 1024 ? [1024, 'KB'] : [1, 'bytes'];
  return `${Math.round((bytes / unit) * 10) / 10} ${name}`;
}
