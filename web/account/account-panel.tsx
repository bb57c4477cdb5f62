import type { ReactNode } from 'react';
import { LegalLinks } from '#web/layout/legal-links.tsx';
import { Logo } from '#web/layout/logo.tsx';
import { ThemeToggle } from '#web/layout/theme-toggle.tsx';
import { NeedsScripts } from '#web/ui/needs-scripts.tsx';

/** The layout of login and registration, with a picture beside the form on wide screens. */
export const AccountPanel = ({
  title,
  lead,
  children,
}: {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) => (
  <div className="grid min-h-screen lg:grid-cols-2">
    <div className="flex flex-col px-4 py-6 sm:px-10">
      <div className="flex items-center justify-between">
        <Logo />
        <ThemeToggle />
      </div>
      <div className="mx-auto my-auto grid w-full max-w-md gap-6 py-10">
        <div className="grid gap-2">
          <h1>{title}</h1>
          <p className="muted">{lead}</p>
        </div>
        <NeedsScripts what="This page" />
        {children}
      </div>
      <LegalLinks />
    </div>
    <div className="relative hidden overflow-hidden bg-neutral lg:block">
      <img src="/pictures/account.svg" alt="" className="absolute inset-0 size-full object-cover" />
    </div>
  </div>
);
