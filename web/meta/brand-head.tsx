import type { Brand } from '#contract/brand.ts';
import { BRAND_STYLE_ID, brandStyle } from './brand-style.ts';

/** The brand's icons and colors, for the head of each document. */
export const BrandHead = ({ brand }: { brand: Brand }) => (
  <>
    <meta name="theme-color" content={brand.accent} />
    {brand.logoImage ? (
      <link rel="icon" href={brand.logoImage} />
    ) : (
      <>
        <link rel="icon" href="/favicon.ico" sizes="48x48" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </>
    )}
    <link rel="apple-touch-icon" href={brand.logoImage || '/apple-touch-icon.png'} />
    {/* Safe to embed: the accent color was validated when it was stored. */}
    <style id={BRAND_STYLE_ID} dangerouslySetInnerHTML={{ __html: brandStyle(brand) }} />
  </>
);
