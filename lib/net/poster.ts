import { Agent, request, type Dispatcher } from 'undici';
import { refusalOfUrl, type AddressPolicy, type Resolve } from './address-guard';
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

/** Posts webhooks: guarded addresses, a connection each, one time limit over the whole attempt. */
export function createPoster(policy: AddressPolicy & { timeoutMs: number }, resolve: Resolve): Poster {
  const agent = new Agent({
    connect: guardedConnector(policy, resolve),
    maxHeaderSize: 16_384,
    // A connection for each attempt: one that the receiver is closing at this very moment would fail a delivery and cost
    // it five minutes, and a failed POST on a kept connection does not tell the two apart.
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    async post(message, stop) {
      const started = performance.now();
      const result = refusalOfUrl(message.url, policy)
        ? { status: null, error: 'blocked' as const, body: null, answer: null }
        : await attempt(agent, message, AbortSignal.timeout(policy.timeoutMs), stop);
      return { ...result, durationMs: Math.round(performance.now() - started) };
    },
    close: () => agent.destroy(),
  };
}

async function attempt(
  agent: Dispatcher,
  message: { url: string; headers: Record<string, string>; body: string },
  timeout: AbortSignal,
  stop?: AbortSignal,
): Promise<Omit<PostResult, 'durationMs'>> {
  // undici's own timers are coarse or idle timers, which a slow drip never trips: the signal covers everything.
  const signal = stop ? AbortSignal.any([timeout, stop]) : timeout;
  try {
    const { statusCode, headers, body } = await request(message.url, {
      dispatcher: agent,
      method: 'POST',
      headers: { ...message.headers, 'accept-encoding': 'identity' },
      body: message.body,
      signal,
    });
    const ok = statusCode >= 200 && statusCode < 300;
    const start = await readStart(body);
    const text = excerpt(start, headers['content-encoding']);
    const answer = { headers: readableHeaders(headers), body: text };
    return { status: statusCode, error: null, body: ok ? null : text, answer };
  } catch (error) {
    return { status: null, error: wordFor(error, timeout, stop), body: null, answer: null };
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
      if (length >= READ_AT_MOST) break;
    }
  } catch {
    // The status has arrived; nothing of the body decides anything.
  } finally {
    body.destroy();
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

function wordFor(error: unknown, timeout: AbortSignal, stop?: AbortSignal): NetworkError {
  if (error instanceof BlockedAddressError) return 'blocked';
  if (stop?.aborted && !timeout.aborted) return 'stopped';
  if (timeout.aborted) return 'timeout';
  // undici names the broken answer, not always with a code.
  const { code, name } = error as { code?: string; name?: string };
  const word = name === 'HTTPParserError' ? 'HPE_' : String(code ?? '');
  return WORDS.find(([pattern]) => pattern.test(word))?.[1] ?? 'network';
}
