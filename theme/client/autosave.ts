/** What is kept of a form that has not been sent: its text, since when it is open, and the key of a try under way. */
export interface Draft {
  values: Record<string, string[]>;
  /** Epoch milliseconds at which the form was opened first. */
  since: number;
  /** Idempotency key of what was sent last without an answer; null once the text has changed. */
  key: string | null;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A draft is forgotten after a week: the next person at this computer is somebody else. */
const LASTS = 7 * 86_400_000;

/** Keeps what was typed until it was sent: a reload, a crash or a wrong click loses nothing. */
export function keepDraft(form: HTMLFormElement, draft: Omit<Draft, 'values'>): void {
  const values: Draft['values'] = {};
  for (const control of controls(form)) {
    const own = (values[control.name] ??= []);
    if (!isBox(control)) own.push(control.value);
    else if ((control as HTMLInputElement).checked) own.push(control.value);
  }
  store(form, JSON.stringify({ ...draft, values }));
}

/** Fills in what was kept, by name: fields that are new or gone change nothing. */
export function restoreDraft(form: HTMLFormElement): Draft | null {
  const draft = read(form);
  if (!draft) return null;
  for (const control of controls(form)) {
    const kept = draft.values[control.name];
    if (!kept) continue;
    if (isBox(control)) (control as HTMLInputElement).checked = kept.includes(control.value);
    else control.value = kept[0] ?? '';
  }
  return draft;
}

export function forgetDraft(form: HTMLFormElement): void {
  store(form, null);
}

/** Without files, which no page may fill in, and without what the server put there. */
function controls(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (one): one is Control =>
      (one as Control).name?.startsWith('fields[') &&
      !/^(hidden|file|password|submit|button)$/.test((one as Control).type),
  );
}

function isBox(control: Control): boolean {
  return control.type === 'checkbox' || control.type === 'radio';
}

function store(form: HTMLFormElement, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(form.id);
    else localStorage.setItem(form.id, text);
  } catch {
    // Private windows and full stores: the form works without.
  }
}

function read(form: HTMLFormElement): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(form.id) ?? 'null') as Draft | null;
    return draft?.values && Date.now() - draft.since < LASTS ? draft : null;
  } catch {
    return null;
  }
}
