import type { Brand } from '#contract/brand.ts';
import { BRAND_STYLE_ID, brandStyle } from './brand-style.ts';

/** Gives the page that is shown the colors of another brand. */
export const showBrandColors = (brand: Brand): void => {
  document.getElementById(BRAND_STYLE_ID)!.textContent = brandStyle(brand);
};
