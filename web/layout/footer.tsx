import type { SiteInfo } from '#contract/site-info.ts';
import { useSite } from '#web/meta/site-context.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { LogoMark } from './logo.tsx';

const groupsOf = (legalPages: SiteInfo['legalPages']) => [
  {
    title: 'Services',
    links: [
      { to: PATHS.branding, label: 'Branding' },
      { to: PATHS.marketing, label: 'Marketing' },
    ],
  },
  {
    title: 'Company',
    links: [
      { to: PATHS.about, label: 'About us' },
      { to: PATHS.contacts, label: 'Contact' },
      { to: PATHS.blogs, label: 'Blogs' },
      ...legalPages.map(({ name, title }) => ({ to: PATHS[name], label: title })),
    ],
  },
];

export const Footer = () => {
  const { brand, legalPages } = useSite();
  return (
    <footer className="print:hidden border-t border-base-300 bg-base-100">
      <div className="mx-auto flex max-w-page flex-wrap justify-between gap-10 px-4 py-12 sm:px-6">
        <div className="grid max-w-full grid-cols-1 content-start gap-3">
          <LogoMark brand={brand} className="size-10" />
          <p dir="auto" className="font-bold">
            {brand.company}
          </p>
          {brand.claim && (
            <p dir="auto" className="muted text-sm">
              {brand.claim}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-x-16 gap-y-8">
          {groupsOf(legalPages).map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <p className="text-sm font-bold">{title}</p>
              <ul className="mt-3 grid gap-1 text-sm">
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <Link to={to} className="link link-hover inline-block min-h-6 wrap-anywhere">
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </div>
    </footer>
  );
};
