import { visibleFields } from '../../schema/api/visibility';
import { fieldOf, say } from './announce';
import type { ScriptData } from './types';

/** The steps of a form; one for a form without page breaks. */
export interface Steps {
  open(index: number): void;
  /** Opens the first step that has one of these fields. */
  openFirstOf(fieldIds: string[]): void;
}

/** Shows and hides fields as their conditions say, and one step at a time. */
export function showRules(form: HTMLFormElement, { rules, texts }: ScriptData): Steps {
  const answer = (id: string): unknown => {
    const all = new FormData(form);
    return [...all.getAll(`fields[${id}]`), ...all.getAll(`fields[${id}][]`)].map((one) =>
      typeof one === 'string' ? one : one.name,
    );
  };
  const judge = () => {
    // Shown first: what is switched off gives no answer, and a later field may depend on it.
    toggle(new Set(rules.map(({ id }) => id)));
    toggle(visibleFields(rules, answer));
  };
  const toggle = (shown: Set<string>) => {
    for (const { id, show_when } of rules) {
      const field = show_when && fieldOf(form, id);
      if (!field) continue;
      field.hidden = !shown.has(id);
      for (const control of field.querySelectorAll<HTMLInputElement>('input, select, textarea')) {
        control.disabled = field.hidden;
        control.required = !field.hidden && control.dataset['svcRequired'] !== undefined;
      }
    }
  };
  if (rules.some(({ show_when }) => show_when)) {
    form.addEventListener('input', judge);
    form.addEventListener('reset', () => setTimeout(judge));
    judge();
  }
  return inSteps(form, texts.step);
}

function inSteps(form: HTMLFormElement, text: string): Steps {
  const steps = [...form.querySelectorAll<HTMLElement>('.svc-form__step')];
  const button = (name: string) => form.querySelector<HTMLButtonElement>(name);
  const [previous, next, submit] = [
    button('[data-svc-previous]'),
    button('[data-svc-next]'),
    button('[type=submit]'),
  ];
  if (steps.length < 2 || !previous || !next || !submit)
    return { open: () => undefined, openFirstOf: () => undefined };
  let current = 0;
  const open = (index: number) => {
    current = index;
    steps.forEach((step, at) => (step.hidden = at !== index));
    previous.hidden = index === 0;
    next.hidden = index === steps.length - 1;
    submit.hidden = !next.hidden;
    say(form, text.replace('{n}', String(index + 1)).replace('{total}', String(steps.length)));
  };
  const go = (by: number) => {
    // A step whose fields are all hidden has nothing to ask.
    let index = current + by;
    while (index > 0 && index < steps.length - 1 && isEmpty(steps[index])) index += by;
    open(index);
    steps[index]?.querySelector<HTMLElement>('h2, input:not([type=hidden]), select, textarea')?.focus();
  };
  previous.addEventListener('click', () => go(-1));
  next.addEventListener('click', () => {
    const wrong = [
      ...(steps[current]?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? []),
    ].find((control) => !control.checkValidity());
    // The browser's own words, in its own language: the server judges again at the end.
    if (wrong) wrong.reportValidity();
    else go(1);
  });
  form.addEventListener('keydown', (event) => {
    const inField =
      event.target instanceof HTMLInputElement && event.target.type !== 'file' && event.key === 'Enter';
    if (!inField || next.hidden) return;
    event.preventDefault();
    next.click();
  });
  open(0);
  return {
    open,
    openFirstOf: (ids) =>
      open(
        Math.max(
          0,
          steps.findIndex((step) =>
            ids.some((id) => fieldOf(form, id) && step.contains(fieldOf(form, id) as Node)),
          ),
        ),
      ),
  };
}

function isEmpty(step: HTMLElement | undefined): boolean {
  const fields = [...(step?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
  return fields.length > 0 && fields.every((field) => field.hidden);
}
