/** Says what goes on, without taking the focus: for screen readers and at the end of the form. */
export function say(form: HTMLFormElement, text: string): void {
  const status = form.querySelector('.svc-form__status');
  if (status) status.textContent = text;
}

/** Says what became of the form, at its top, and goes there. */
export function tell(form: HTMLFormElement, text: string, kind: 'success' | 'error'): HTMLElement | null {
  say(form, '');
  const summary = form.querySelector<HTMLElement>('.svc-form__summary');
  if (!summary) return null;
  const line = document.createElement('p');
  line.textContent = text;
  summary.replaceChildren(line);
  summary.dataset['kind'] = kind;
  summary.setAttribute('role', kind === 'success' ? 'status' : 'alert');
  summary.hidden = false;
  summary.focus();
  return summary;
}

/** Shows each message at its field, and all of them on top with links to the fields (WCAG 3.3.1). */
export function showErrors(
  form: HTMLFormElement,
  errors: Record<string, string>,
  [one, many]: [string, string],
): void {
  const entries = Object.entries(errors);
  const summary = tell(
    form,
    entries.length === 1 ? one : many.replace('{n}', String(entries.length)),
    'error',
  );
  const list = document.createElement('ul');
  for (const [id, message] of entries) {
    const field = fieldOf(form, id);
    const item = document.createElement('li');
    const control = field?.querySelector<HTMLElement>('fieldset, input, select, textarea');
    if (!field || !control) item.textContent = message;
    else {
      const link = document.createElement('a');
      link.href = `#${control.id}`;
      link.textContent = message;
      link.addEventListener('click', (event) => {
        event.preventDefault();
        (control.querySelector('input') ?? control).focus();
      });
      item.append(link);
      for (const one of control.matches('fieldset') ? control.querySelectorAll('input') : [control])
        one.setAttribute('aria-invalid', 'true');
      const place = field.querySelector('.svc-form__error');
      if (place) place.textContent = message;
    }
    list.append(item);
  }
  summary?.append(list);
}

export function clearErrors(form: HTMLFormElement): void {
  for (const error of form.querySelectorAll('.svc-form__error')) error.textContent = '';
  for (const control of form.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
  const summary = form.querySelector<HTMLElement>('.svc-form__summary');
  if (summary) summary.hidden = true;
}

export function fieldOf(form: HTMLFormElement, id: string): HTMLElement | undefined {
  return [...form.querySelectorAll<HTMLElement>('[data-field]')].find(
    (field) => field.dataset['field'] === id,
  );
}

/** The id of the field that a control belongs to. */
export function fieldIdOf(control: Element): string | undefined {
  return control.closest<HTMLElement>('[data-field]')?.dataset['field'];
}
