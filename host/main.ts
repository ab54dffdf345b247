import { packageFolder } from './package-folder';
import { FAILPOINTS, type ActivationOptions } from '../plugin/index';
import { readConfig, type HostConfig } from './config';
import { startHost } from './server';
import { announce, isServing, runWorkers } from './workers';

/** `npm start`: runs until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (!isServing(config.workers)) process.exit(await runWorkers(config.workers));
  const clock = { now: () => Date.now() + config.clockAhead * 1000 };
  const host = await startHost(config, { folder: packageFolder(), options: optionsOf(config) }, { clock });
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
  const given = config.adminPassword ? '(from ADMIN_PASSWORD)' : host.firstUser?.password;
  const first = host.firstUser ? [`Administrator: ${host.firstUser.login}  password: ${given}`] : [];
  announce([...first, `Ready: ${host.url}`]);
}

/** What the environment says; the plugin has defaults for the rest. */
function optionsOf(config: HostConfig): ActivationOptions {
  const { retryDelays, drainSchedule, retentionDays, maxInFlightPerForm } = config;
  const { allowedNetworks, allowedOrigins, failpoint } = config;
  return {
    allowedNetworks,
    allowedOrigins,
    ...(retryDelays ? { retryDelays } : {}),
    ...(drainSchedule ? { drainSchedule } : {}),
    ...(retentionDays === undefined ? {} : { retentionDays }),
    ...(maxInFlightPerForm === undefined ? {} : { maxInFlightPerForm }),
    ...(failpoint ? { reach: killAt(failpoint) } : {}),
  };
}

/** Dies at the named point, as a power cut would. */
function killAt(failpoint: string): (point: string) => Promise<void> {
  if (!FAILPOINTS.some((point) => point === failpoint))
    throw new Error(`FAILPOINT must be one of ${FAILPOINTS.join(', ')}.`);
  return async (point) => {
    if (point !== failpoint) return;
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  };
}

function fail(error: unknown): never {
  process.stderr.write(
    `The host cannot run: ${error instanceof Error ? error.message || String(error) : String(error)}\n`,
  );
  process.exit(1);
}

main().catch(fail);
