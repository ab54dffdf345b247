import { embedForms } from './embed';
import { enhance } from './enhance';

// A classic script with `defer`, or at the end of the page: forms are there when it runs.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-svc-form]')) enhance(form);
void embedForms(document.currentScript as HTMLScriptElement | null, enhance);
