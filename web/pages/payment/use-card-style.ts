import type { StripeCardElementOptions } from '@stripe/stripe-js';
import { useTheme } from '#web/layout/use-theme.ts';

/** The card element is in the provider's frame, which our stylesheet does not reach. */
const STYLES: Record<'light' | 'dark', StripeCardElementOptions['style']> = {
  light: {
    base: { color: '#14262b', fontSize: '16px', '::placeholder': { color: '#5d6b6f' } },
    invalid: { color: '#b3261e' },
  },
  dark: {
    base: { color: '#e9f0f0', fontSize: '16px', '::placeholder': { color: '#9fb2b5' } },
    invalid: { color: '#ffa198' },
  },
};

export const useCardStyle = () => STYLES[useTheme()];
