import type { Logger } from '../lib/host';

/** One JSON line an event, on standard error: standard output belongs to what scripts read. */
export function createLogger(now: () => number, write: (line: string) => void = writeToStderr): Logger {
  const log =
    (level: string) =>
    (event: string, data: Record<string, unknown> = {}) =>
      write(JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...data }));
  return { info: log('info'), warn: log('warn'), error: log('error') };
}

let waiting: string[] = [];

/** The lines of one turn of the event loop are one write: under load a write for each cost more than what it told of. */
function writeToStderr(line: string): void {
  if (waiting.push(line) === 1) setImmediate(flush);
}

function flush(): void {
  if (waiting.length === 0) return;
  process.stderr.write(`${waiting.join('\n')}\n`);
  waiting = [];
}

process.on('exit', flush);
