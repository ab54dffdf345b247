import { useEffect, useSyncExternalStore } from 'react';
import { holdNavigation } from '../../components/leave-guard';
import { webhook as t } from '../../texts/webhook';

/** What was typed on the webhook tab and not saved. */
export interface UnsavedWebhook {
  url: string;
  enabled: boolean;
}

/** By form: it is there again after a look at another tab, or another view. */
const unsaved = new Map<number, UnsavedWebhook>();
const listeners = new Set<() => void>();

export const unsavedWebhook = (formId: number): UnsavedWebhook | undefined => unsaved.get(formId);

/** Keeps what is typed; undefined forgets it. */
export function keepWebhook(formId: number, typed: UnsavedWebhook | undefined): void {
  if (typed) unsaved.set(formId, typed);
  else unsaved.delete(formId);
  listeners.forEach((listener) => listener());
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks before a form is left whose webhook has unsaved changes, on whatever tab. @returns whether it has any */
export function useHeldWebhook(formId: number): boolean {
  const dirty = useSyncExternalStore(listen, () => unsaved.has(formId));
  useEffect(() => (dirty ? holdNavigation(t.leave) : undefined), [dirty]);
  return dirty;
}
