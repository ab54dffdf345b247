/** Builds dist/ when it is missing or older than a source; ends the process when that fails. */
export function ensureBuilt(): void;
