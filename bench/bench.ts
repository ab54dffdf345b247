import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../tests/support/root';
import { drain } from './drain';
import { fullTables } from './full-tables';
import { memory } from './memory';
import { submissions } from './submissions';

jest.setTimeout(3_600_000);

const sections: [title: string, text: string][] = [];
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, Node ${process.version}`;

afterAll(() => {
  const head = `# Measured side by side\n\n${machine}; interleaved rounds, medians. Only ratios mean anything: load, database and receiver share the machine.\n`;
  const text = `${head}\n${sections.map(([title, body]) => `## ${title}\n\n${body}\n`).join('\n')}`;
  writeFileSync(join(ROOT, 'bench/results.md'), text);
  process.stdout.write(text);
});

it('submissions', async () => {
  sections.push(['Submissions, webhook on', await submissions()]);
});

it('a million entries', async () => {
  sections.push(...Object.entries(await fullTables()));
});

it('drain', async () => {
  sections.push(['Drain (MySQL)', await drain()]);
});

it('memory', async () => {
  sections.push(['Memory under load, 16 connections', await memory()]);
});
