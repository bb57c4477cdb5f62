import { type Brand, siteName } from '#contract/brand.ts';
import { DEFAULT_LOGO_MARK } from '#web/meta/default-pictures.ts';
import { useSite } from '#web/meta/site-context.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';

interface LogoMarkProps {
  brand: Brand;
  className?: string;
  /** Called if the picture cannot be loaded. */
  onBroken?: () => void;
}

/** The logo mark. */
export const LogoMark = ({ brand, className = 'size-8', onBroken }: LogoMarkProps) => (
  <img
    src={brand.logoImage || DEFAULT_LOGO_MARK}
    alt=""
    width="32"
    height="32"
    className={`${className} object-contain`}
    onError={onBroken}
  />
);

/** The two parts of the logo word, which may be on two lines. */
export const LogoWord = ({ logoFirst, logoSecond }: Pick<Brand, 'logoFirst' | 'logoSecond'>) => (
  <span aria-hidden="true">
    {logoFirst}
    <wbr />
    <span className="text-primary">{logoSecond}</span>
  </span>
);

/** The logo mark and the two-part brand name, linked to the home page. */
export const Logo = () => {
  const { brand } = useSite();
  return (
    <Link
      to={PATHS.home}
      className="flex min-w-0 items-center gap-2 text-[length:--spacing(5)] font-extrabold tracking-tight"
      aria-label={siteName(brand)}
    >
      <LogoMark brand={brand} className="size-8 shrink-0" />
      {/* The header has a fixed height. */}
      <span dir="auto" className="line-clamp-2 leading-tight wrap-anywhere">
        <LogoWord {...brand} />
      </span>
    </Link>
  );
};
