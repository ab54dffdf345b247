'use strict';
// Builds dist/ when it is missing or older than a source. Plain JavaScript, because it runs before anything is built.
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, statSync, rmSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');
const stamp = join(root, 'dist', '.built');
const sources = ['plugin', 'lib', 'schema', 'theme', 'admin', 'host', 'tsconfig.json', 'tsconfig.build.json'];

function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Exits the process with the compiler's messages when the sources do not compile. */
exports.ensureBuilt = function ensureBuilt() {
  const isFresh =
    existsSync(stamp) && sources.every((name) => newest(join(root, name)) <= statSync(stamp).mtimeMs);
  if (isFresh) return;
  process.stderr.write('Building…\n');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const compiler = join(root, 'node_modules', '.bin', 'tsc');
  // Standard output stays clean for commands whose last line is read by scripts.
  const steps = [
    [compiler, '-p', 'tsconfig.build.json'],
    [join(root, 'theme/client/build.cjs')],
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', 'admin/vite.config.mjs'],
  ];
  for (const words of steps) {
    const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: ['ignore', 2, 2] });
    if (status !== 0) process.exit(status ?? 1);
  }
  writeFileSync(stamp, '');
};
