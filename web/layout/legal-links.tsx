import { useSite } from '#web/meta/site-context.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';

/**
 * The published terms, privacy and imprint, which the footer has on other pages. They open in a new tab, so that the form
 * keeps what was typed.
 */
export const LegalLinks = () => (
  <p className="mx-auto flex w-full max-w-md flex-wrap gap-x-6 text-sm">
    {useSite().legalPages.map(({ name, title }) => (
      <Link
        key={name}
        to={PATHS[name]}
        target="_blank"
        className="link link-hover inline-block min-h-6 wrap-anywhere"
      >
        {title}
      </Link>
    ))}
  </p>
);
