'use strict';
// Bundles the theme's script and copies its style into dist/theme.
const { copyFileSync, mkdirSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { buildSync } = require('esbuild');

const out = resolve(__dirname, '../../dist/theme');
mkdirSync(out, { recursive: true });
buildSync({
  entryPoints: [join(__dirname, 'main.ts')],
  outfile: join(out, 'svc-forms.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2020',
  // Only what decides visibility is shared with the server; a schema library would weigh ten times the script.
  external: [],
});
copyFileSync(join(__dirname, 'svc-forms.css'), join(out, 'svc-forms.css'));
