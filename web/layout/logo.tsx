import { Link } from 'react-router';
import { BRAND } from '#web/brand.ts';
import { PATHS } from '#web/paths.ts';

const [first, second] = BRAND.logo;

/** The logo mark: a sail over water. */
export const LogoMark = ({ className = 'size-8' }: { className?: string }) => (
  <img src="/favicon.svg" alt="" width="32" height="32" className={className} />
);

/** The logo mark and the two-part brand name, linked to the home page. */
export const Logo = () => (
  <Link
    to={PATHS.home}
    className="flex items-center gap-2 text-xl font-extrabold tracking-tight"
    aria-label={BRAND.name}
  >
    <LogoMark />
    <span aria-hidden="true">
      {first}
      <span className="text-primary">{second}</span>
    </span>
  </Link>
);
