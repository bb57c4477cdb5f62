import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimContract } from './scripts/slim-contract.mjs';

/**
 * What every page of the application needs, in one file: many small ones are larger together, because each is compressed by
 * itself. The script that a page starts with shares only the names of what is stored, which stay apart.
 */
const groups = [
  { name: 'storage-keys', test: /web\/storage-keys/, priority: 2 },
  {
    name: 'base',
    test: /web\/(calls\/(api-client|api-error|transport|retry-delay|config)|session\/session-context|ui\/(slot|toast|confirm|page-spinner|picture|notice|load-error|form-error)|paths|meta\/page-meta|rendering\/page-handle)\.tsx?$/,
    priority: 1,
  },
];

/** The front end. scripts/bundle.mjs builds the rest. */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), slimContract()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
