import type { ReactNode } from 'react';
import { PageMeta } from '#web/meta/page-meta.tsx';

interface NoticeProps {
  icon: ReactNode;
  title: string;
  /** `h1` if the notice is the whole page. Its title is then the page's heading and document title. */
  heading?: 'h1' | 'p';
  /** `alert` makes screen readers announce a failure immediately. */
  role?: 'alert' | 'status';
  children?: ReactNode;
}

/**
 * Replaces content that is empty, missing or failed to load. The children offer the next step. It has no frame within
 * another.
 */
export const Notice = ({ icon, title, heading: Heading = 'p', role, children }: NoticeProps) => (
  <div
    role={role}
    className="panel grid justify-items-center gap-3 px-6 py-14 text-center in-[.panel]:border-0 in-[.panel]:py-6"
  >
    <div
      className="grid size-14 place-items-center rounded-full bg-secondary text-secondary-content"
      aria-hidden="true"
    >
      {icon}
    </div>
    {Heading === 'h1' && <PageMeta title={title} hidden />}
    <Heading className="min-w-0 text-lg wrap-anywhere font-bold tracking-normal text-balance sm:text-lg">
      {title}
    </Heading>
    {children}
  </div>
);
