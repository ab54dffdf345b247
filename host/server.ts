import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { openCms, type Cms, type Surroundings } from './cms';
import type { HostConfig } from './config';
import { createFirstUser, type FirstUser } from './first-user';
import { Plugins, type PluginSource } from './plugins';
import { createSite } from './site';

/** Milliseconds, well under the ten seconds that an operator grants a process to end. */
const REQUESTS_GRACE = 7000;
const DELIVERIES_GRACE = 4000;

/** A running host. */
export interface RunningHost {
  readonly cms: Cms;
  readonly plugins: Plugins;
  readonly app: Express;
  /** Where it listens, with a slash at the end. */
  readonly url: string;
  /** The administrator made by this start; null when there were users already. */
  readonly firstUser: FirstUser | null;
  /** Ends cleanly: requests under way are answered, deliveries under way finish or go back. */
  stop(): Promise<void>;
}

/**
 * Starts the reference host with its plugin.
 * @throws when the database cannot be reached or the port is taken; nothing keeps running then
 */
export async function startHost(
  config: HostConfig,
  source: PluginSource,
  surroundings: Surroundings = {},
): Promise<RunningHost> {
  const cms = await openCms(config, surroundings);
  let server: Server | null = null;
  try {
    const firstUser = await createFirstUser(cms);
    const plugins = new Plugins(cms, source);
    const app = createSite(cms, plugins, source.folder);
    server = await listen(config, app);
    const { port } = server.address() as AddressInfo;
    cms.setPort(port);
    await plugins.start();
    const stop = () => stopHost(cms, plugins, server as Server);
    return { cms, plugins, app, url: `http://127.0.0.1:${port}/`, firstUser, stop };
  } catch (error) {
    server?.close();
    await cms.db.destroy();
    throw error;
  }
}

function listen({ port, address }: HostConfig, app: RequestListener): Promise<Server> {
  const server = createServer(app);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => resolve(server));
  });
}

async function stopHost(cms: Cms, plugins: Plugins, server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // Kept-alive connections without a request are closed now; the others with their answer.
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => server.closeAllConnections(), REQUESTS_GRACE);
  // Side by side: a request may be waiting for an attempt, which ends by the grace of the deliveries.
  await Promise.all([closed, plugins.stop(DELIVERIES_GRACE, closed)]);
  clearInterval(sweep);
  clearTimeout(late);
  await cms.db.destroy();
}
