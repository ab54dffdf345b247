/**
 * Moves the focus once the screen shows what has changed: to the first of these elements that is there, else to the
 * heading of the view. What was pressed may be gone, and a focus that falls to the page is lost for a keyboard.
 */
export function focusSoon(...ids: (string | undefined)[]): void {
  const before = document.activeElement;
  setTimeout(() => {
    const { activeElement } = document;
    // Who has gone on meanwhile is not called back.
    if (activeElement !== before && activeElement !== document.body) return;
    const found = ids.map((id) => id && document.getElementById(id)).find((element) => element);
    (found || document.querySelector<HTMLElement>('h1'))?.focus();
    if (found instanceof HTMLInputElement) found.select();
  }, 50);
}
