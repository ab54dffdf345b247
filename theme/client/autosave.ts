type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Keeps what was typed until it was sent: a reload, a crash or a wrong click loses nothing. */
export function keepText(form: HTMLFormElement): void {
  const kept = controls(form).map((control) =>
    'checked' in control && isBox(control) ? control.checked : control.value,
  );
  store(form, JSON.stringify(kept));
}

export function restoreText(form: HTMLFormElement): void {
  const values = read(form);
  const all = controls(form);
  // Another number of fields is another version of the form, and the values would land in the wrong ones.
  if (!values || values.length !== all.length) return;
  all.forEach((control, index) => {
    const value = values[index];
    if ('checked' in control && isBox(control)) control.checked = value === true;
    else if (typeof value === 'string' && value) control.value = value;
  });
}

export function forgetText(form: HTMLFormElement): void {
  store(form, null);
}

/** Without files, which no page may fill in, and without what the server put there. */
function controls(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (one): one is Control =>
      'value' in one && !/^(hidden|file|password|submit|button)$/.test((one as Control).type),
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

function read(form: HTMLFormElement): unknown[] | null {
  try {
    const values: unknown = JSON.parse(localStorage.getItem(form.id) ?? 'null');
    return Array.isArray(values) ? values : null;
  } catch {
    return null;
  }
}
