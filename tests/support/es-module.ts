import { execFileSync } from 'node:child_process';
import { ROOT } from './root';

/**
 * Runs code that imports ES-module-only packages, which Jest cannot load on Node 20, in a Node of its own.
 * @param code an ES module; `input` is there, and what it assigns to `output` comes back. Both are JSON.
 */
export function inEsModule<Output>(code: string, input: unknown): Output {
  const program = `
    import { readFileSync } from 'node:fs';
    const input = JSON.parse(readFileSync(0, 'utf8'));
    let output;
    ${code}
    process.stdout.write(JSON.stringify(output));`;
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: ROOT,
    input: JSON.stringify(input),
    encoding: 'utf8',
  });
  return JSON.parse(text) as Output;
}
