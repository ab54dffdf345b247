import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CAPABILITIES } from '../../lib/access/capability';
import { DEFAULT_OPTIONS } from '../../lib/options';
import { drainHook, purgeHook } from '../../plugin/cron/hooks';
import { ROUTES } from '../../plugin/router';
import { MIGRATIONS } from '../../schema/db/migrate';
import { ERRORS } from '../../schema/api/error';
import { ROOT } from '../support/root';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Cells of the tables of a page, without heads and rules. */
function tableRows(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s:|-]+$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
}

it('docs/errors.md lists exactly the catalogue', () => {
  const documented = tableRows(read('docs/errors.md')).flatMap(([code, status]) =>
    /^`\w+`$/.test(code ?? '') ? [[code?.replaceAll('`', ''), Number(status)]] : [],
  );
  expect(documented).toEqual(Object.entries(ERRORS).map(([code, { status }]) => [code, status]));
});

it('docs/api.md lists exactly the routes', () => {
  const documented = tableRows(read('docs/api.md')).flatMap(([route]) =>
    /^`(GET|POST|PUT|PATCH|DELETE) /.test(route ?? '') ? [route?.replaceAll('`', '')] : [],
  );
  const routes = ROUTES.map(
    ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  expect(documented.sort()).toEqual(routes.sort());
});

it('docs/spec-coverage.md lists exactly the rows that the tests prove', () => {
  const folder = join(ROOT, 'tests/spec');
  const proved = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .flatMap((name) => {
      const source = readFileSync(join(folder, name), 'utf8');
      const direct = [...source.matchAll(/\brow\('([^']+)', '([^']+)'/g)].map(([, table, row]) => [
        table,
        row,
        name,
      ]);
      const listed = [...source.matchAll(/^ {4}\['([^']+)', \[[\d, ]*\], /gm)].map(([, row]) => [
        'Retry schedule',
        row,
        name,
      ]);
      return [...direct, ...listed];
    })
    .map((cells) => cells.join(' | '));
  const documented = tableRows(read('docs/spec-coverage.md'))
    .slice(1)
    .map(([table, row, file]) => [table, row, file].join(' | '));
  expect(new Set(proved).size).toBe(proved.length);
  expect(documented.sort()).toEqual(proved.sort());
});

it('migrations stay as they landed', () => {
  const frozen = JSON.parse(read('tests/rules/frozen-migrations.json')) as Record<string, string>;
  const hashes = MIGRATIONS.map(({ name }) => {
    const source = read(`schema/db/migrations/${name}.ts`);
    return [name, createHash('sha256').update(source).digest('hex')];
  });
  expect(Object.fromEntries(hashes)).toEqual(frozen);
  expect(readdirSync(join(ROOT, 'schema/db/migrations')).sort()).toEqual(
    MIGRATIONS.map(({ name }) => `${name}.ts`).sort(),
  );
});

it('docs/webhooks.md lists exactly the log events', () => {
  const folders = ['lib', 'plugin'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(join(folder, name))),
  );
  const events = folders.flatMap((source) =>
    [...source.matchAll(/logger\.(?:info|warn|error)\(\s*['`]([^'`]+)['`]/g)].flatMap(([, event = '']) => {
      if (event === 'delivery.${status}') return ['delivery.cancelled', 'delivery.failed'];
      if (event === 'request.${answer.code}') return ['request.internal_error', 'request.unavailable'];
      return [event];
    }),
  );
  const documented = tableRows(read('docs/webhooks.md')).flatMap(([name]) =>
    /^`[a-z_]+\.[a-z_]+`$/.test(name ?? '') ? [name?.replaceAll('`', '')] : [],
  );
  expect(documented.sort()).toEqual([...new Set(events)].sort());
});

it('plugin.manifest.json says what the code gives', () => {
  const manifest = JSON.parse(read('plugin.manifest.json')) as Record<string, unknown>;
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const service = { context: { options: DEFAULT_OPTIONS }, dispatcher: {} } as never;
  const cronHooks = [drainHook(service).name, purgeHook(service).name];
  expect(manifest).toMatchObject({ version, capabilities: [...CAPABILITIES], cronHooks });
});

it('the README shows the two commands', () => {
  const readme = read('README.md');
  expect(readme).toContain('npm ci && npm start');
  expect(readme).toContain('npm ci && npm test');
});
