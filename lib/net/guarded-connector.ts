import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIPv6, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isAddressAllowed, refusalOfUrl, type AddressPolicy, type Resolve } from './address-guard';

/** The address guard refused; carries no address, because the log is shown to people who may not know the network. */
export class BlockedAddressError extends Error {
  readonly code = 'BLOCKED';
  constructor() {
    super('the address guard refused this receiver');
  }
}

/**
 * An undici connector that judges what it connects to, at the moment it connects: undici asks no `lookup` for
 * literal addresses, so the literal is judged first, then every resolved address, then the socket's own. The socket
 * gets the judged list, so a name cannot change its answer between check and connection.
 */
export function guardedConnector(policy: AddressPolicy, resolve: Resolve): buildConnector.connector {
  const connect = buildConnector({
    lookup: guardedLookup(policy, resolve),
    timeout: 10_000,
    // Node gives up an address after 250 ms for the next one, which on a host without IPv6 is none: one lost packet, or
    // a receiver far away, would fail the attempt.
    autoSelectFamilyAttemptTimeout: 3000,
  });
  return (options, callback) => {
    const host = options.hostname.includes(':') ? `[${options.hostname}]` : options.hostname;
    if (refusalOfUrl(`${options.protocol}//${host}/`, policy)) {
      callback(new BlockedAddressError(), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error) callback(error, null);
      else if (!isAddressAllowed(socket.remoteAddress ?? '', policy)) {
        socket.destroy();
        callback(new BlockedAddressError(), null);
      } else callback(null, socket);
    });
  };
}

function guardedLookup(policy: AddressPolicy, resolve: Resolve): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    const answer = (addresses: readonly string[]) => {
      // One private answer among several is enough to refuse: the socket would be free to choose it.
      if (addresses.length === 0 || !addresses.every((one) => isAddressAllowed(one, policy)))
        return callback(new BlockedAddressError(), []);
      const found = addresses.map((address): LookupAddress => ({ address, family: isIPv6(address) ? 6 : 4 }));
      if (options.all) return callback(null, found);
      const [first] = found as [LookupAddress];
      return callback(null, first.address, first.family);
    };
    resolve(hostname).then(answer, (error: NodeJS.ErrnoException) => callback(error, []));
  };
}
