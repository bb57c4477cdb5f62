import { type CSSProperties, useState } from 'react';
import { accentColors, isReadableAccent } from '#contract/brand-colors.ts';
import type { Brand } from '#contract/brand.ts';
import { LogoMark, LogoWord } from '#web/layout/logo.tsx';

const THEMES = [
  { theme: 'light', label: 'Light theme' },
  { theme: 'dark', label: 'Dark theme' },
] as const;

const colorsOf = (accent: string, theme: 'light' | 'dark'): CSSProperties => {
  const colors = accentColors(accent)[theme];
  return { '--color-primary': colors.accent, '--color-primary-content': colors.onAccent } as CSSProperties;
};

/** A preview of a brand in both themes. An unusable accent color or logo picture is replaced by the current one. */
export const BrandPreview = ({ brand, current }: { brand: Brand; current: Brand }) => {
  const accent = isReadableAccent(brand.accent) ? brand.accent : current.accent;
  const [brokenLogo, setBrokenLogo] = useState<string>();
  const { logoImage } = brand.logoImage === brokenLogo ? current : brand;
  return (
    <section aria-labelledby="preview" className="grid content-start gap-4 lg:sticky lg:top-24">
      <h2 id="preview">Preview</h2>
      {THEMES.map(({ theme, label }) => (
        <figure
          key={theme}
          data-theme={theme}
          style={colorsOf(accent, theme)}
          className="overflow-hidden rounded-box border border-base-300 bg-base-200 text-base-content"
        >
          <figcaption className="px-4 pt-3 text-sm">{label}</figcaption>
          <div className="m-4 flex items-center gap-2 rounded-field bg-base-100 p-3 text-xl font-extrabold tracking-tight wrap-anywhere">
            <LogoMark
              brand={{ ...brand, logoImage }}
              className="size-8 shrink-0"
              onBroken={() => setBrokenLogo(brand.logoImage)}
            />
            <LogoWord {...brand} />
          </div>
          <div className="flex flex-wrap items-center gap-4 px-4">
            <span className="btn btn-primary" aria-hidden="true">
              Enroll Now
            </span>
            <span className="font-semibold text-primary underline">A link</span>
          </div>
          <div className="mt-4 border-t border-base-300 bg-base-100 p-4 wrap-anywhere">
            <p className="font-bold">{brand.company}</p>
            <p className="text-sm">{brand.claim}</p>
          </div>
        </figure>
      ))}
    </section>
  );
};
