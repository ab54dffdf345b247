import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { ensure } from './tools';

/** A private server of the MySQL family, with its data in a temporary folder. */
export interface DatabaseServer {
  /** `mysql://root@127.0.0.1:port`, without a database. */
  url: string;
  start(): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Its process; null while it is stopped. */
  pid(): number | null;
  /** Halts the server without ending it, or lets it go on. */
  freeze(halt: boolean): void;
  /** Stops the server and removes its data. */
  remove(): Promise<void>;
}

/** Makes and starts a server; installs MariaDB first where it is missing and can be installed. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const daemon = ensure(['mariadbd', 'mysqld'], 'mariadb-server');
  const installer = ensure(['mariadb-install-db', 'mysql_install_db'], 'mariadb-server');
  const folder = mkdtempSync(join(tmpdir(), 'svc-db-'));
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const made = spawnSync(
    installer,
    [
      '--no-defaults',
      `--datadir=${folder}/data`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...user,
    ],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`MariaDB could not make its tables: ${made.stderr || made.stdout}`);
  const port = await freePort();
  const words = [
    '--no-defaults',
    ...user,
    `--datadir=${folder}/data`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${folder}/s`,
    `--pid-file=${folder}/pid`,
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
    '--max-connections=400',
  ];
  let child: ChildProcess | null = null;
  const server: DatabaseServer = {
    url: `mysql://root@127.0.0.1:${port}`,
    async start() {
      child = spawn(daemon, words, { stdio: 'ignore' });
      await answering(server.url);
    },
    async stop(signal = 'SIGTERM') {
      const ending = child;
      child = null;
      if (!ending || ending.exitCode !== null) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.kill(signal);
      await ended;
    },
    pid: () => child?.pid ?? null,
    freeze: (halt) => void child?.kill(halt ? 'SIGSTOP' : 'SIGCONT'),
    async remove() {
      await server.stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

/** A port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answering(url: string): Promise<void> {
  for (let tried = 0; ; tried++) {
    try {
      const connection = await createConnection({ uri: url });
      await connection.end();
      return;
    } catch (error) {
      if (tried > 300) throw error;
      await pause(50);
    }
  }
}
