import { packageFolder } from './package-folder';
import { readConfig } from './config';
import { startHost } from './server';

/** `npm start`: runs until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const options = {
    ...(config.retryDelays ? { retryDelays: config.retryDelays } : {}),
    ...(config.drainSchedule ? { drainSchedule: config.drainSchedule } : {}),
  };
  const host = await startHost(config, { folder: packageFolder(), options });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    host.stop().then(
      () => process.exit(0),
      (error) => fail(error),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (host.firstUser) {
    const given = config.adminPassword ? '(from ADMIN_PASSWORD)' : host.firstUser.password;
    process.stdout.write(`Administrator: ${host.firstUser.login}  password: ${given}\n`);
  }
  process.stdout.write(`Ready: ${host.url}\n`);
}

function fail(error: unknown): never {
  process.stderr.write(
    `The host cannot run: ${error instanceof Error ? error.message || String(error) : String(error)}\n`,
  );
  process.exit(1);
}

main().catch(fail);
