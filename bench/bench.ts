import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../tests/support/root';
import { drain } from './drain';
import { fullTables } from './full-tables';
import { memory } from './memory';
import { submissions } from './submissions';

jest.setTimeout(3_600_000);

const FILE = join(ROOT, 'bench/results.md');
/** What was measured last, and by `-t` not measured now, stays. */
const sections = new Map(
  (existsSync(FILE) ? readFileSync(FILE, 'utf8') : '')
    .split('\n## ')
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n')).trim()]),
);
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, Node ${process.version}`;

afterAll(() => {
  const head = `# Measured side by side\n\n${machine}; interleaved rounds, medians. Only ratios mean anything: load, database and receiver share the machine.\n`;
  const text = `${head}\n${[...sections].map(([title, body]) => `## ${title}\n\n${body}\n`).join('\n')}`;
  writeFileSync(FILE, text);
  process.stdout.write(text);
});

it('submissions', async () => {
  sections.set('Submissions, webhook on', await submissions());
});

it('a million entries', async () => {
  for (const [title, text] of Object.entries(await fullTables())) sections.set(title, text);
});

it('drain', async () => {
  sections.set('Drain (MySQL)', await drain());
});

it('memory', async () => {
  sections.set('Memory under load, 16 connections', await memory());
});
