/** When a field is shown: judged by the same function on the server and in the theme's script. */
export interface ShowWhen {
  /** Id of a field that stands earlier in the form. */
  field: string;
  is: (typeof CONDITIONS)[number];
  value?: string;
  values?: string[];
}

export const CONDITIONS = ['equals', 'not_equals', 'one_of', 'not_one_of', 'empty', 'not_empty'] as const;

/** What a field holds while a form is filled in; a list for check boxes, undefined for nothing. */
export type Answers = (fieldId: string) => unknown;

/**
 * The ids of the fields that are shown. A hidden field counts as empty for those that depend on it, so what it still
 * holds decides nothing.
 */
export function visibleFields(
  fields: readonly { id: string; show_when?: ShowWhen }[],
  answers: Answers,
): Set<string> {
  const shown = new Set<string>();
  for (const { id, show_when: condition } of fields) {
    const answer = condition && shown.has(condition.field) ? answers(condition.field) : undefined;
    if (!condition || holds(condition, asList(answer))) shown.add(id);
  }
  return shown;
}

function holds({ is, value = '', values = [] }: ShowWhen, given: string[]): boolean {
  switch (is) {
    case 'equals':
      return given.includes(value);
    case 'not_equals':
      return !given.includes(value);
    case 'one_of':
      return given.some((one) => values.includes(one));
    case 'not_one_of':
      return !given.some((one) => values.includes(one));
    case 'empty':
      return given.length === 0;
    case 'not_empty':
      return given.length > 0;
  }
}

function asList(answer: unknown): string[] {
  const list = Array.isArray(answer) ? answer : [answer];
  return list.map((one) => String(one ?? '').trim()).filter((one) => one !== '');
}
