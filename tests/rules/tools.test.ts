import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../support/root';

/** Runs a development tool; resolves with what it complained of, empty when all is well. */
function complaints(tool: string, ...words: string[]): Promise<string> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/.bin', tool), ...words], { cwd: ROOT });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) =>
    child.on('close', (code) => resolve(code === 0 ? '' : output || `exit ${code}`)),
  );
}

jest.setTimeout(180_000);

it('types', async () => {
  expect(await complaints('tsc', '--noEmit')).toBe('');
  expect(await complaints('tsc', '--noEmit', '-p', 'theme/client')).toBe('');
  expect(await complaints('tsc', '--noEmit', '-p', 'admin')).toBe('');
});
it('lint, file and function sizes', async () =>
  expect(await complaints('eslint', '.', '--max-warnings', '0')).toBe(''));
it('format', async () =>
  expect(await complaints('prettier', '--check', '--log-level', 'warn', '.')).toBe(''));
it('import directions and cycles', async () => {
  const folders = ['plugin', 'lib', 'schema', 'theme', 'admin', 'host', 'tests', 'bench'];
  expect(await complaints('depcruise', '--config', '.dependency-cruiser.cjs', ...folders)).toBe('');
});
it('unused files, exports and dependencies', async () => expect(await complaints('knip')).toBe(''));
