import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { openDatabase, type Database } from './db/database';
import type { Host } from './host';
import type { AddressPolicy, Resolve } from './net/address-guard';
import { createPoster, type Poster } from './net/poster';
import { createResolve } from './net/resolve';
import { DEFAULT_OPTIONS, type Options } from './options';

/** Everything that comes from outside: passed first to what the service does, so that tests can move it. */
export interface Context {
  readonly host: Host;
  readonly db: Database;
  readonly options: Options;
  /** Epoch milliseconds. */
  now(): number;
  /** UUIDv7 (RFC 9562, 5.7): in the order of creation. */
  newId(): string;
  /** 192 random bits, base64url. */
  newToken(): string;
  readonly poster: Poster;
  /** Where webhooks may go, and how names are looked up to judge it. */
  readonly addresses: AddressPolicy;
  readonly resolve: Resolve;
}

/** Builds the context from what the host gave and what the operator set. */
export function createContext(host: Host, options: Partial<Options> = {}): Context {
  const settled = { ...DEFAULT_OPTIONS, ...options };
  const { allowedNetworks, attemptTimeoutMs: timeoutMs, resolve = createResolve() } = settled;
  const addresses = { environment: host.environment, allowedNetworks };
  return {
    host,
    db: openDatabase(host.db, host.tablePrefix),
    options: settled,
    now: () => host.clock.now(),
    // uuid keeps its counter only when it reads the clock itself; within one millisecond ours would come unordered.
    newId: sortedIds(() => host.clock.now()),
    newToken: () => randomBytes(24).toString('base64url'),
    poster: createPoster({ ...addresses, timeoutMs }, resolve),
    addresses,
    resolve,
  };
}

function sortedIds(now: () => number): () => string {
  let last = 0;
  let seq = 0;
  return () => {
    const ms = Math.max(now(), last);
    seq = ms === last ? seq + 1 : randomBytes(2).readUInt16BE();
    last = ms;
    return v7({ msecs: ms, seq });
  };
}
