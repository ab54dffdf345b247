import type { Logger } from '../lib/host';

/** One JSON line an event, on standard error: standard output belongs to what scripts read. */
export function createLogger(now: () => number, write: (line: string) => void = writeToStderr): Logger {
  const log =
    (level: string) =>
    (event: string, data: Record<string, unknown> = {}) =>
      write(JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...data }));
  return { info: log('info'), warn: log('warn'), error: log('error') };
}

function writeToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}
