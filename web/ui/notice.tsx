import type { ReactNode } from 'react';
import { PageMeta } from '#web/meta/page-meta.tsx';

interface NoticeProps {
  icon: ReactNode;
  title: string;
  /** Where the notice is all that a page has, its title is the page's heading and name. */
  heading?: 'h1' | 'p';
  /** `alert` reads a failure out at once. */
  role?: 'alert' | 'status';
  children?: ReactNode;
}

/** Takes the place of content that is empty, missing or failed, with the next step as its children. */
export const Notice = ({ icon, title, heading: Heading = 'p', role, children }: NoticeProps) => (
  <div role={role} className="panel grid justify-items-center gap-3 px-6 py-14 text-center">
    <div
      className="grid size-14 place-items-center rounded-full bg-secondary text-secondary-content"
      aria-hidden="true"
    >
      {icon}
    </div>
    {Heading === 'h1' && <PageMeta title={title} hidden />}
    <Heading className="text-lg font-bold tracking-normal text-balance sm:text-lg">{title}</Heading>
    {children}
  </div>
);
