import type { BaseLocationHook } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';

/** What is unsaved on this page asks, each for itself. */
const questions = new Set<{ text: string }>();

addEventListener('beforeunload', (event) => {
  if (questions.size > 0) event.preventDefault();
});

/** Asks before the page is left, until the returned function is called. */
export function holdNavigation(text: string): () => void {
  const question = { text };
  questions.add(question);
  return () => void questions.delete(question);
}

/** True when nothing keeps the user here, or they leave all the same. Links of the application ask this. */
function mayLeave(): boolean {
  const [question] = questions;
  return question === undefined || confirm(question.text);
}

/** The browser's address, whose changes by links ask first; one that replaces the address stays in the view. */
export const useGuardedLocation: BaseLocationHook = (options?: { ssrPath?: string }) => {
  const [path, navigate] = useBrowserLocation(options);
  const guarded: typeof navigate = (to, how) => {
    if (how?.replace || mayLeave()) navigate(to, how);
  };
  return [path, guarded];
};
