import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../support/root';

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

it('what every view needs weighs less than 200 kB, and charts come on demand', () => {
  const folder = join(ROOT, 'dist/admin');
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, Chunk>;
  const files = new Set<string>();
  const collect = (chunk: Chunk | undefined): void => {
    if (!chunk || files.has(chunk.file)) return;
    [chunk.file, ...(chunk.css ?? [])].forEach((file) => files.add(file));
    chunk.imports?.forEach((name) => collect(manifest[name]));
  };
  collect(Object.values(manifest).find(({ isEntry }) => isEntry));
  const weight = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
  expect(weight).toBeGreaterThan(20_000);
  expect(weight).toBeLessThan(200_000);
  expect([...files].some((file) => file.includes('chart'))).toBe(false);
});
