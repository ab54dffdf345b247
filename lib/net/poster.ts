import { Agent, request, type Dispatcher } from 'undici';
import { refusalOfUrl, type AddressPolicy, type Resolve } from './address-guard';
import { datedConnector } from './dated-connector';
import { BlockedAddressError, guardedConnector } from './guarded-connector';

/** Read of an answer at the most, and kept of it for the log. Bytes. Source: design, attempt. */
const READ_AT_MOST = 65_536;
const KEEP_AT_MOST = 4_096;

/** Why no answer came: one word for the log, and what it means for whoever reads it. */
export const NETWORK_ERRORS = {
  blocked: 'Nothing was sent: the address is private, local, a metadata service, or not https in production.',
  timeout: 'There was no complete answer in time.',
  dns: 'The name of the receiver could not be looked up.',
  refused: 'The receiver refused the connection.',
  reset: 'The receiver closed the connection without an answer.',
  tls: 'The receiver’s certificate is not valid, or it speaks no TLS.',
  protocol: 'What the receiver answered is not HTTP, or its headers are too large.',
  network: 'The receiver could not be reached.',
  secret:
    'Nothing was sent: the stored secret cannot be read, because the key of the site has changed. Set it again.',
  stopped: 'The host was shut down during this attempt; it is made again and counts for nothing.',
} as const;
export type NetworkError = keyof typeof NETWORK_ERRORS;

/** An answer as far as it was read: header lines, and the first 4 KB of the body, readable. */
export interface ReceivedAnswer {
  headers: Record<string, string>;
  body: string;
}

export interface PostResult {
  /** Status of the answer; null when none came. */
  status: number | null;
  error: NetworkError | null;
  /** First 4 KB of an answer that is not 2xx, readable; null otherwise. */
  body: string | null;
  /** The answer whatever it was, for whoever tests; null when none came. */
  answer: ReceivedAnswer | null;
  durationMs: number;
}

export interface Poster {
  /** Sends one POST. Never throws, follows no redirect, never takes longer than the policy's time. */
  post(
    message: { url: string; headers: Record<string, string>; body: string },
    stop?: AbortSignal,
  ): Promise<PostResult>;
  /** Ends whatever connections are open. */
  close(): Promise<void>;
}

/** Milliseconds that a connection is kept without a request, and with whatever the receiver asks for. */
const KEPT = 4000;
const KEPT_AT_MOST = 10_000;

/**
 * Posts webhooks: guarded addresses, kept connections, one time limit over the whole attempt.
 *
 * A receiver may close a kept connection at the very moment at which a request goes out on it (RFC 9112, 9.3.1), which
 * says nothing about the receiver: such a request is sent once more at once, on a connection of its own. A connection
 * that was made for the request and breaks is the receiver's failure.
 */
export function createPoster(policy: AddressPolicy & { timeoutMs: number }, resolve: Resolve): Poster {
  const { connect, openedAt } = datedConnector(guardedConnector(policy, resolve));
  const common = { connect, maxHeaderSize: 16_384, headersTimeout: 0, bodyTimeout: 0 };
  const kept = new Agent({
    ...common,
    pipelining: 1,
    keepAliveTimeout: KEPT,
    keepAliveMaxTimeout: KEPT_AT_MOST,
  });
  const single = new Agent({ ...common, pipelining: 0 });
  return {
    async post(message, stop) {
      const started = performance.now();
      const timed = (result: Omit<PostResult, 'durationMs'>) => ({
        ...result,
        durationMs: Math.round(performance.now() - started),
      });
      if (refusalOfUrl(message.url, policy))
        return timed({ status: null, error: 'blocked', body: null, answer: null });
      const limits = limited(policy.timeoutMs, stop);
      try {
        const sent = await attempt(kept, message, limits);
        const again = sent.cause !== undefined && (openedAt(sent.cause) ?? started) < started;
        return timed((again ? await attempt(single, message, limits) : sent).result);
      } finally {
        limits.end();
      }
    },
    async close() {
      await Promise.all([kept.destroy(), single.destroy()]);
    },
  };
}

interface Limits {
  signal: AbortSignal;
  /** Which of the two it was; null while neither has come. */
  ended: () => 'timeout' | 'stopped' | null;
  end: () => void;
}

/** undici's own timers are coarse or idle timers, which a slow drip never trips: this signal covers everything. */
function limited(timeoutMs: number, stop?: AbortSignal): Limits {
  const abort = new AbortController();
  let ended: 'timeout' | 'stopped' | null = null;
  const end = (why: 'timeout' | 'stopped') => () => {
    ended ??= why;
    abort.abort();
  };
  const timer = setTimeout(end('timeout'), timeoutMs);
  const stopped = end('stopped');
  if (stop?.aborted) stopped();
  stop?.addEventListener('abort', stopped);
  return {
    signal: abort.signal,
    ended: () => ended,
    end() {
      clearTimeout(timer);
      stop?.removeEventListener('abort', stopped);
    },
  };
}

/** @returns what came back, and the error when the connection broke before an answer */
async function attempt(
  agent: Dispatcher,
  message: { url: string; headers: Record<string, string>; body: string },
  limits: Limits,
): Promise<{ result: Omit<PostResult, 'durationMs'>; cause?: unknown }> {
  try {
    const { statusCode, headers, body } = await request(message.url, {
      dispatcher: agent,
      method: 'POST',
      headers: { ...message.headers, 'accept-encoding': 'identity' },
      body: message.body,
      signal: limits.signal,
    });
    const ok = statusCode >= 200 && statusCode < 300;
    const start = await readStart(body);
    const text = excerpt(start, headers['content-encoding']);
    const answer = { headers: readableHeaders(headers), body: text };
    return { result: { status: statusCode, error: null, body: ok ? null : text, answer } };
  } catch (error) {
    const word = limits.ended() ?? wordFor(error);
    const result = { status: null, error: word, body: null, answer: null };
    return word === 'reset' ? { result, cause: error } : { result };
  }
}

/** What could be read of the body; an answer whose body breaks off has still answered. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      // Leaving the loop destroys the body, and its connection.
      if (length >= READ_AT_MOST) break;
    }
  } catch {
    // The status has arrived; nothing of the body decides anything.
  }
  return Buffer.concat(chunks);
}

/**
 * UTF-8 as far as it is UTF-8. Control characters become U+FFFD: SQLite would cut the text at NUL, and a terminal
 * would obey the others. What is compressed, though it was asked not to be, is not worth the risk of a bomb.
 */
function excerpt(bytes: Buffer, encoding: string | string[] | undefined): string {
  const coding = String(encoding ?? 'identity').trim();
  if (bytes.length > 0 && !/^(identity)?$/i.test(coding))
    return `(Not readable: the answer is compressed as ${coding.slice(0, 40)}, which the request did not accept.)`;
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, KEEP_AT_MOST));
  return text.replace(CONTROLS, '\uFFFD');
}

/** Names and values as text, forty at the most. */
function readableHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const lines = Object.entries(headers).slice(0, 40);
  return Object.fromEntries(
    lines.map(([name, value]) => [
      name,
      String(value ?? '')
        .slice(0, 500)
        .replace(CONTROLS, '\uFFFD'),
    ]),
  );
}

/** Control characters but tab, line feed and carriage return. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu;

const WORDS: [RegExp, NetworkError][] = [
  [/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/, 'dns'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'reset'],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'timeout'],
  [/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_|EPROTO/, 'tls'],
  [/^(HPE_|UND_ERR_(HEADERS_OVERFLOW|RES|REQ|INFO|INVALID|PRX))/, 'protocol'],
];

function wordFor(error: unknown): NetworkError {
  if (error instanceof BlockedAddressError) return 'blocked';
  // undici names the broken answer, not always with a code.
  const { code, name } = error as { code?: string; name?: string };
  const word = name === 'HTTPParserError' ? 'HPE_' : String(code ?? '');
  return WORDS.find(([pattern]) => pattern.test(word))?.[1] ?? 'network';
}
