import { NAMES } from '#contract/brand.ts';

/** The company's name and texts. The logo word has two parts. */
export const BRAND = {
  logo: ['Class', 'Harbor'],
  ...NAMES,
  claim: 'Providing reliable tech since 1999',
  description:
    'Online classes in web, marketing, design, apps, games and SEO, taught by people who do it for a living.',
} as const;
