import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { DEFAULT_BRAND } from './brand.ts';
import { OWN_DARK_ACCENT, THEME_COLORS } from './theme-colors.ts';

const styles = readFileSync(join(PROJECT_ROOT, 'web/styles.css'), 'utf8');

const variablesOf = (theme: 'light' | 'dark'): Record<string, string> => {
  const [, block = ''] = styles.split(`[data-theme='${theme}'] {`);
  const declarations = block.slice(0, block.indexOf('}')).matchAll(/--color-([\w-]+): (#[\da-f]{6});/g);
  return Object.fromEntries([...declarations].map(([, name, color]) => [name, color]));
};

it.each([
  ['light', DEFAULT_BRAND.accent],
  ['dark', OWN_DARK_ACCENT],
] as const)('the colors of the %s theme are those of the stylesheet', (theme, accent) => {
  const { card, page, line, text, onAccent, error } = THEME_COLORS[theme];
  expect(variablesOf(theme)).toMatchObject({
    'base-100': card,
    'base-200': page,
    'base-300': line,
    'base-content': text,
    primary: accent,
    'primary-content': onAccent,
    error,
  });
});
