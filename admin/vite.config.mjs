import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

// Whoever builds: a test runner's NODE_ENV would make React's development build of it, twice as heavy and slower.
process.env.NODE_ENV = 'production';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the administration area into dist/admin: flat, because the plugin serves one folder of hashed files. */
export default defineConfig({
  root: at('.'),
  base: './',
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: at('../dist/admin'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: 'manifest.json',
    // CSS that a chunk needs is a file of its own: the policy of host pages allows no inline style.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rollupOptions: {
      input: at('main.tsx'),
      // "use client" means something to servers that render React; there is none here.
      onwarn: (warning, warn) => (warning.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : warn(warning)),
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
});
