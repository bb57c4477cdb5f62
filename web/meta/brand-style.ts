import { type AccentColors, accentColors } from '#contract/brand-colors.ts';
import { type Brand, DEFAULT_BRAND } from '#contract/brand.ts';
import { THEME_COLORS } from '#contract/theme-colors.ts';

/** The id of the style element with the brand's colors. */
export const BRAND_STYLE_ID = 'brand-colors';

const themeStyle = (theme: 'light' | 'dark', { accent, onAccent }: AccentColors['light']) =>
  `[data-theme=${theme}]{--color-primary:${accent};--color-primary-content:${onAccent};--color-info:${accent};--color-info-content:${onAccent};--color-secondary:color-mix(in oklab,${accent} 12%,${THEME_COLORS[theme].card});--color-secondary-content:color-mix(in oklab,${accent} 70%,${theme === 'light' ? 'black' : 'white'})}`;

/** The colors of a brand as CSS. Empty for the default accent, which is in the product's stylesheet. */
export const brandStyle = ({ accent }: Brand): string => {
  if (accent === DEFAULT_BRAND.accent) return '';
  const { light, dark } = accentColors(accent);
  return themeStyle('light', light) + themeStyle('dark', dark);
};
