import type { buildConnector } from 'undici';

/**
 * Notes when each connection was opened, so that of a broken one it is known whether it was opened for the request that
 * broke with it, or had been kept from before.
 * @returns the connector, and the time (performance.now) at which the connection of an error was opened; undefined for
 * errors of connections that never were
 */
export function datedConnector(connect: buildConnector.connector): {
  connect: buildConnector.connector;
  openedAt: (error: unknown) => number | undefined;
} {
  /** undici names the ends of a connection that was closed; an error of the socket itself is marked here. */
  const open = new Map<string, number>();
  const marked = new WeakMap<object, number>();
  const dated: buildConnector.connector = (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      const at = performance.now();
      const name = nameOf(socket);
      open.set(name, at);
      // Before undici's own listeners, which pass the error on.
      socket.on('error', (broken: Error) => marked.set(broken, at));
      // After them: they look for the name.
      socket.once('close', () => setImmediate(() => open.get(name) === at && open.delete(name)));
      callback(null, socket);
    });
  const openedAt = (error: unknown) => {
    if (typeof error !== 'object' || error === null) return undefined;
    const ends = (error as { socket?: Ends }).socket;
    return marked.get(error) ?? (ends ? open.get(nameOf(ends)) : undefined);
  };
  return { connect: dated, openedAt };
}

interface Ends {
  localAddress?: string | undefined;
  localPort?: number | undefined;
  remotePort?: number | undefined;
}

function nameOf({ localAddress, localPort, remotePort }: Ends): string {
  return `${localAddress} ${localPort} ${remotePort}`;
}
