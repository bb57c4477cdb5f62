import type { StripeCardElementOptions } from '@stripe/stripe-js';
import { THEME_COLORS } from '#contract/theme-colors.ts';
import { useTheme } from '#web/layout/use-theme.ts';

const { light, dark } = THEME_COLORS;

/** The card element is in the provider's frame, which our stylesheet does not reach. */
const STYLES: Record<'light' | 'dark', StripeCardElementOptions['style']> = {
  light: {
    base: { color: light.text, fontSize: '16px', '::placeholder': { color: '#5d6b6f' } },
    invalid: { color: light.error },
  },
  dark: {
    base: { color: dark.text, fontSize: '16px', '::placeholder': { color: '#9fb2b5' } },
    invalid: { color: dark.error },
  },
};

export const useCardStyle = () => STYLES[useTheme()];
