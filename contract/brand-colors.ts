import { DEFAULT_BRAND } from './brand.ts';
import { OWN_DARK_ACCENT, THEME_COLORS } from './theme-colors.ts';

const { light, dark } = THEME_COLORS;
/**
 * The minimum contrast of text (https://www.w3.org/TR/WCAG22/#contrast-minimum), and the contrast in the dark theme.
 */
const MIN_CONTRAST = 4.5;
const DARK_THEME_CONTRAST = 7;
/** The increase in lightness of each attempt. */
const STEP = 0.05;

const channels = (color: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));

/** The relative luminance of a color, from 0 to 1 (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of two colors `#rrggbb`, from 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export const contrastOf = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** Whether text in this color, and white text on it, are readable in the light theme. */
export const isReadableAccent = (color: string): boolean =>
  [light.card, light.page].every((ground) => contrastOf(color, ground) >= MIN_CONTRAST);

const mixWithWhite = (color: string, share: number): string =>
  `#${channels(color)
    .map((channel) =>
      Math.round(channel + (255 - channel) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** The accent color, and the color of text on it, in each theme. */
export interface AccentColors {
  light: { accent: string; onAccent: string };
  dark: { accent: string; onAccent: string };
}

/** Lightens a color until text in it is readable in the dark theme. */
const lighten = (color: string): string => {
  let share = 0;
  while (contrastOf(mixWithWhite(color, share), dark.card) < DARK_THEME_CONTRAST) share += STEP;
  return mixWithWhite(color, share);
};

/**
 * Derives each theme's colors from the accent color. For the dark theme, it is lightened as far as readable text needs.
 */
export const accentColors = (color: string): AccentColors => ({
  light: { accent: color, onAccent: light.onAccent },
  dark: {
    accent: color === DEFAULT_BRAND.accent ? OWN_DARK_ACCENT : lighten(color),
    onAccent: dark.onAccent,
  },
});
