import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these programs that is on the machine; null when none is. */
export function find(names: readonly string[]): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin'];
  for (const name of names)
    for (const folder of name.includes('/') ? [''] : folders) {
      const path = folder ? join(folder, name) : name;
      if (isExecutable(path)) return path;
    }
  return null;
}

/**
 * Finds a program, or installs its Debian package where that is possible.
 * @throws with one line that says what to install
 */
export function ensure(names: readonly string[], debianPackage: string): string {
  const there = find(names);
  if (there) return there;
  if (process.getuid?.() === 0 && find(['apt-get'])) {
    process.stderr.write(`Installing ${debianPackage}…\n`);
    apt('update', '-q');
    apt('install', '-y', '-q', '--no-install-recommends', debianPackage);
    const installed = find(names);
    if (installed) return installed;
  }
  throw new Error(
    `The tests need ${names.join(' or ')}: install the package ${debianPackage} and run them again.`,
  );
}

function apt(...words: string[]): void {
  spawnSync('apt-get', words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 300_000,
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
