import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimContract } from './scripts/slim-contract.mjs';

/** The front end. scripts/bundle.mjs builds the rest. */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), slimContract()],
  build: { outDir: '../dist/web', emptyOutDir: true, manifest: true, target: 'es2023' },
});
