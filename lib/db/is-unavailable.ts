const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_QUERY_INTERRUPTED',
  'ER_NEW_ABORTING_CONNECTION',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_DISK_FULL',
  'ER_RECORD_FILE_FULL',
]);

interface Details {
  code?: string;
  fatal?: boolean;
  syscall?: string;
}

/**
 * True when the error says that the database cannot be used now, whatever is asked of it: the client may come again
 * (503 `unavailable`). False for a mistake in the statement.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, name, message, fatal, syscall } = error as Error & Details;
  if (name === 'KnexTimeoutError' || name === 'TimeoutError') return true;
  if (code && (UNREACHABLE.has(code) || /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/.test(code)))
    return true;
  // The socket file of a local server that is down.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  return fatal === true || /closed state|Connection lost|Server has gone away/i.test(message);
}
