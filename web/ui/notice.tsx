import type { ReactNode } from 'react';

interface NoticeProps {
  icon: ReactNode;
  title: string;
  /** `alert` reads a failure out at once. */
  role?: 'alert' | 'status';
  children?: ReactNode;
}

/** Takes the place of content that is empty, missing or failed, with the next step as its children. */
export const Notice = ({ icon, title, role, children }: NoticeProps) => (
  <div role={role} className="panel grid justify-items-center gap-3 px-6 py-14 text-center">
    <div
      className="grid size-14 place-items-center rounded-full bg-secondary text-secondary-content"
      aria-hidden="true"
    >
      {icon}
    </div>
    <p className="text-lg font-bold text-balance">{title}</p>
    {children}
  </div>
);
