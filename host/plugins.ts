import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { satisfies } from 'semver';
import { z } from 'zod';
import type { ActivationOptions, Contributions } from '../plugin/index';
import type * as PluginEntry from '../plugin/index';
import type { Cms } from './cms';
import { PREFIX, type PluginRow } from './data/tables';

const manifestSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.string(),
  /** Versions of the host that the plugin works with, as a semver range. */
  host: z.string(),
  entry: z.string(),
  restNamespace: z.string(),
});
export type Manifest = z.infer<typeof manifestSchema>;

export type PluginState = 'available' | 'inactive' | 'active';

/** In the column `active`: a plugin that was deleted on purpose does not come back at the next start. */
const DELETED = -1;

/** Milliseconds between looks at what another process of this host did on its Plugins page. */
const LOOK_EVERY = 1000;

export interface PluginSource {
  /** The folder with plugin.manifest.json. */
  folder: string;
  /** The manifest's entry; from the build when left out. */
  load?: () => typeof PluginEntry;
  options?: ActivationOptions;
}

/** Activates, deactivates and deletes the plugin. The state is in the database; each process follows it. */
export class Plugins {
  readonly manifest: Manifest;
  private contributions: Contributions | null = null;
  private timer: NodeJS.Timeout | null = null;
  private change: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly cms: Cms,
    private readonly source: PluginSource,
  ) {
    const json = readFileSync(join(source.folder, 'plugin.manifest.json'), 'utf8');
    this.manifest = manifestSchema.parse(JSON.parse(json));
  }

  /** What the active plugin contributes; null while it is not active in this process. */
  get active(): Contributions | null {
    return this.contributions;
  }

  /** Mounts the plugin's routes as long as it is active. */
  get router(): RequestHandler {
    return (request, response, next) =>
      this.contributions ? this.contributions.router(request, response, next) : next();
  }

  async state(): Promise<PluginState> {
    const row = await this.row();
    if (!row || row.active === DELETED) return 'available';
    return row.active === 1 ? 'active' : 'inactive';
  }

  /** Follows the state in the database; a plugin never seen before is activated. */
  async start(): Promise<void> {
    if (!(await this.row())) await this.activate();
    await this.follow();
    this.timer = setInterval(() => void this.follow().catch(() => undefined), LOOK_EVERY);
  }

  /** Activates for every process. @throws when the plugin does not fit this host, or its migrations fail */
  async activate(): Promise<void> {
    const { id, version, host, name } = this.manifest;
    if (!satisfies(this.cms.contract.version, host))
      throw new Error(`${name} ${version} needs a host ${host}; this is ${this.cms.contract.version}.`);
    await this.serially(() => this.mount());
    await this.table().insert({ id, version, active: 1 }).onConflict('id').merge();
  }

  /** Unmounts the routes and stops the cron hooks of every process; the data stays. */
  async deactivate(): Promise<void> {
    await this.table().where({ id: this.manifest.id }).update({ active: 0 });
    await this.serially(() => this.unmount());
  }

  /** Drops what the plugin stored. @throws while it is active */
  async delete(): Promise<void> {
    if ((await this.state()) === 'active') throw new Error('Deactivate the plugin before you delete it.');
    // Until the other processes have seen that it is not active, they still write to its tables.
    await pause(2 * LOOK_EVERY);
    await this.serially(() => this.entry().uninstall(this.cms.contract));
    await this.table().where({ id: this.manifest.id }).update({ active: DELETED });
  }

  /** Ends this process's part; what is active stays active for the others and the next start. */
  async stop(graceMs: number, answered: Promise<unknown>): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    // The routes stay until the last request is answered: the server takes no new ones.
    await this.serially(async () => {
      await Promise.all([this.cms.cron.stop(), this.contributions?.deactivate(graceMs, answered)]);
    });
  }

  /** Reads the state when its turn has come: what it was before an activation or the end does not count. */
  private follow(): Promise<void> {
    return this.serially(async () => {
      const wanted = !this.stopped && (await this.state()) === 'active';
      if (wanted === (this.contributions !== null)) return;
      await (wanted ? this.mount() : this.unmount());
    });
  }

  private async mount(): Promise<void> {
    if (this.contributions) return;
    const contributions = await this.entry().activate(this.cms.contract, this.source.options);
    this.cms.cron.start(contributions.cronHooks);
    this.contributions = contributions;
  }

  private async unmount(): Promise<void> {
    const leaving = this.contributions;
    this.contributions = null;
    // Both at once: a drain ends only when its attempts do, and those end by the plugin's own grace.
    await Promise.all([this.cms.cron.stop(), leaving?.deactivate()]);
  }

  private serially(step: () => Promise<void>): Promise<void> {
    this.change = this.change.catch(() => undefined).then(step);
    return this.change;
  }

  /** Named by the manifest, so it cannot be an import. */
  private entry(): typeof PluginEntry {
    if (this.source.load) return this.source.load();
    const path = resolve(this.source.folder, this.manifest.entry);
    return createRequire(path)(path) as typeof PluginEntry;
  }

  private async row(): Promise<PluginRow | undefined> {
    return this.table().where({ id: this.manifest.id }).first();
  }

  private table() {
    return this.cms.db<PluginRow>(PREFIX + 'plugins');
  }
}
