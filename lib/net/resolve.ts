import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Resolve } from './address-guard';
import { hostsEntries, searchCandidates, type NetworkFiles } from './network-files';

/** Milliseconds of the first question to a name server, at the most: c-ares learns how quick one is. Each try doubles. */
const QUESTION = 1500;
/** Tries. With two, a quick server would get two seconds in all for a name that it has to look far for. */
const TRIES = 4;
/** Milliseconds of a whole look-up, however many servers and names it asks. */
const LOOK_UP = 5000;
/** Milliseconds that the second family may come later than the first (RFC 8305, 3, says 50; a log is in no hurry). */
const OTHER_FAMILY = 300;
/** Milliseconds for which a resolver remembers which servers are dead; then the system's list is read again. */
const RENEW = 60_000;

interface Settings {
  /** Addresses of name servers, `address:port`; those of the system when left out. */
  servers?: readonly string[];
  files?: NetworkFiles;
}

/**
 * Looks up names without the operating system's `getaddrinfo`: that one runs in libuv's four threads and cannot be
 * aborted, so four names whose name server is dead would stop every other look-up, and the exit of the process. Here
 * (c-ares) each look-up has a limit of its own, and names asked at the same time are asked once.
 *
 * `localhost` (RFC 6761, 6.3), the hosts file and the search list count as they do for the operating system.
 * @returns a function that rejects with the code ENOTFOUND (there is no such name) or EAI_AGAIN (nobody answered)
 */
export function createResolve(settings: Settings = {}): Resolve {
  const underWay = new Map<string, Promise<readonly string[]>>();
  let resolver = newResolver(settings);
  return (name) => {
    if (performance.now() - resolver.born > RENEW) resolver = newResolver(settings);
    const { questions } = resolver;
    const asked =
      underWay.get(name) ?? lookUp(questions, name, settings).finally(() => underWay.delete(name));
    underWay.set(name, asked);
    return asked;
  };
}

function newResolver({ servers }: Settings): { questions: Resolver; born: number } {
  const questions = new Resolver({ timeout: QUESTION, tries: TRIES });
  if (servers) questions.setServers(servers);
  return { questions, born: performance.now() };
}

async function lookUp(resolver: Resolver, name: string, { files }: Settings): Promise<readonly string[]> {
  if (isIP(name)) return [name];
  const plain = name.toLowerCase().replace(/\.$/, '');
  if (/(^|\.)localhost$/.test(plain)) return ['127.0.0.1', '::1'];
  const listed = await hostsEntries(plain, files);
  if (listed.length > 0) return listed;
  const limit = late(LOOK_UP);
  let unanswered = false;
  for (const candidate of await searchCandidates(name, files)) {
    const answer = await Promise.race([ask(resolver, candidate), limit]);
    if (answer === LATE) throw failure('EAI_AGAIN', name);
    if (answer === null) unanswered = true;
    else if (answer.length > 0) return answer;
  }
  throw failure(unanswered ? 'EAI_AGAIN' : 'ENOTFOUND', name);
}

/**
 * Addresses of both families, IPv4 first: every receiver has it. A name server that ignores questions for one family
 * holds up the other for a moment only.
 * @returns none when the name does not exist; null when nobody answered
 */
async function ask(resolver: Resolver, name: string): Promise<string[] | null> {
  const families = [resolver.resolve4(name), resolver.resolve6(name)].map((question) =>
    question.catch((error: unknown) => (saysNo(error) ? [] : null)),
  ) as [Promise<string[] | null>, Promise<string[] | null>];
  const first = await Promise.race(families.map(async (family) => ((await family)?.length ? LATE : family)));
  const patience = first === LATE ? late(OTHER_FAMILY) : null;
  const [four, six] = await Promise.all(
    families.map(async (family) => {
      const answer = await (patience ? Promise.race([family, patience]) : family);
      return answer === LATE ? null : answer;
    }),
  );
  const addresses = [...(four ?? []), ...(six ?? [])];
  return addresses.length > 0 || (four && six) ? addresses : null;
}

const LATE = Symbol('late');

function late(ms: number): Promise<typeof LATE> {
  return new Promise((resolve) => setTimeout(resolve, ms, LATE).unref());
}

/** True when a name server has answered that there is nothing. */
function saysNo(reason: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes(String((reason as { code?: unknown }).code));
}

function failure(code: 'ENOTFOUND' | 'EAI_AGAIN', name: string): Error {
  return Object.assign(new Error(`${code} ${name}`), { code });
}
