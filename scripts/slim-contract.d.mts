import type { Plugin } from 'vite';

export const slimContract: () => Plugin;
