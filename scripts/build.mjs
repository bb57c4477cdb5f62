// Builds the front end, the server and the card sandbox's browser script into dist/.
import { build } from 'vite';
import { compressFolder } from './compress.mjs';
import { projectPath } from './project.mjs';

const common = { configFile: false, root: projectPath('.'), logLevel: 'warn', publicDir: false };

const server = {
  ...common,
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      input: ['start', 'check-books', 'backup', 'restore', 'seed'].map((name) => `server/${name}.ts`),
      output: { entryFileNames: '[name].js' },
    },
  },
  ssr: { external: true },
};

const cardForm = {
  ...common,
  build: {
    outDir: 'dist/sandbox',
    emptyOutDir: true,
    lib: {
      entry: 'sandbox/card/browser/stripe.ts',
      formats: ['iife'],
      name: 'CardSandbox',
      fileName: () => 'stripe.js',
    },
  },
};

/** The same pages for the server, with all that they need in one place. */
const pages = {
  configFile: projectPath('vite.config.ts'),
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: 'entry-server.tsx',
    outDir: '../dist/pages',
    target: 'node20',
    emptyOutDir: true,
    manifest: false,
  },
  ssr: { noExternal: true },
};

await build({ configFile: projectPath('vite.config.ts'), logLevel: 'warn' });
compressFolder(projectPath('dist/web'));
await build(pages);
await build(server);
await build(cardForm);
