import type { BaseLocationHook } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';

let question: string | null = null;

addEventListener('beforeunload', (event) => {
  if (question !== null) event.preventDefault();
});

/** Asks before the page is left, until the returned function is called. */
export function holdNavigation(text: string): () => void {
  question = text;
  return () => {
    question = null;
  };
}

/** True when nothing keeps the user here, or they leave all the same. Links of the application ask this. */
function mayLeave(): boolean {
  return question === null || confirm(question);
}

/** The browser's address, whose changes by links ask first; one that replaces the address stays in the view. */
export const useGuardedLocation: BaseLocationHook = (options?: { ssrPath?: string }) => {
  const [path, navigate] = useBrowserLocation(options);
  const guarded: typeof navigate = (to, how) => {
    if (how?.replace || mayLeave()) navigate(to, how);
  };
  return [path, guarded];
};
