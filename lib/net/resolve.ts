import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Resolve } from './address-guard';
import { hostsEntries, searchCandidates, type NetworkFiles } from './network-files';

/** Milliseconds of one question to one name server; the second try waits twice as long. */
const QUESTION = 1500;
/** Milliseconds of a whole look-up, however many servers and names it asks. */
const LOOK_UP = 5000;

/**
 * Looks up names without the operating system's `getaddrinfo`: that one runs in libuv's four threads and cannot be
 * aborted, so four names whose name server is dead would stop every other look-up, and the exit of the process. Here
 * each look-up has its own questions (c-ares) and its own limit, and names asked at the same time are asked once.
 *
 * `localhost` (RFC 6761, 6.3), the hosts file and the search list count as they do for the operating system.
 * @param servers addresses of name servers, `address:port`; those of the system when left out
 * @returns a function that rejects with the code ENOTFOUND (there is no such name) or EAI_AGAIN (nobody answered)
 */
export function createResolve(settings: { servers?: readonly string[]; files?: NetworkFiles } = {}): Resolve {
  const underWay = new Map<string, Promise<readonly string[]>>();
  return (name) => {
    const asked = underWay.get(name) ?? lookUp(name, settings).finally(() => underWay.delete(name));
    underWay.set(name, asked);
    return asked;
  };
}

async function lookUp(
  name: string,
  { servers, files }: { servers?: readonly string[]; files?: NetworkFiles },
): Promise<readonly string[]> {
  if (isIP(name)) return [name];
  const plain = name.toLowerCase().replace(/\.$/, '');
  if (/(^|\.)localhost$/.test(plain)) return ['127.0.0.1', '::1'];
  const listed = await hostsEntries(plain, files);
  if (listed.length > 0) return listed;
  const resolver = new Resolver({ timeout: QUESTION, tries: 2 });
  if (servers) resolver.setServers(servers);
  const limit = setTimeout(() => resolver.cancel(), LOOK_UP);
  try {
    for (const candidate of await searchCandidates(name, files)) {
      const addresses = await ask(resolver, candidate);
      if (addresses.length > 0) return addresses;
    }
  } finally {
    clearTimeout(limit);
  }
  throw failure('ENOTFOUND', name);
}

/** Addresses of both families; none when the name does not exist. IPv4 first: every receiver has it. */
async function ask(resolver: Resolver, name: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const unanswered = answers.some((answer) => answer.status === 'rejected' && !saysNo(answer.reason));
  if (unanswered) throw failure('EAI_AGAIN', name);
  return [];
}

/** True when a name server has answered that there is nothing. */
function saysNo(reason: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes(String((reason as { code?: unknown }).code));
}

function failure(code: 'ENOTFOUND' | 'EAI_AGAIN', name: string): Error {
  return Object.assign(new Error(`${code} ${name}`), { code });
}
