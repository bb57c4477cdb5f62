import type { Brand } from '#contract/brand.ts';
import { BRAND_STYLE_ID, brandStyle } from './brand-style.ts';

/** Applies a brand's colors to the current page. */
export const showBrandColors = (brand: Brand): void => {
  document.getElementById(BRAND_STYLE_ID)!.textContent = brandStyle(brand);
};
