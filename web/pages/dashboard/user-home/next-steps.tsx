import { ArrowRight } from 'lucide-react';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import type { Role } from '#web/session/session-context.ts';

interface NextStep {
  to: string;
  title: string;
  text: string;
}

const NEXT_STEPS: Record<Role, NextStep[]> = {
  student: [
    { to: PATHS.myEnrollments, title: 'My Enrollment Class', text: 'Pick up where you left off.' },
    { to: PATHS.allClasses, title: 'All Classes', text: 'Find your next class.' },
    { to: PATHS.profile, title: 'Profile', text: 'Your name, photo and email.' },
  ],
  teacher: [
    { to: PATHS.addClass, title: 'Add Class', text: 'Publish something new.' },
    { to: PATHS.myAddedClass, title: 'My Added Class', text: 'Your classes and how they are doing.' },
    { to: PATHS.profile, title: 'Teacher Profile', text: 'Your name, photo and public page.' },
  ],
  admin: [
    { to: PATHS.teachersRequests, title: "Teacher's Requests", text: 'People who would like to teach.' },
    {
      to: `${PATHS.allClassRequests}?status=Pending`,
      title: 'All Classes Req',
      text: 'Classes awaiting review.',
    },
    { to: PATHS.allUsers, title: 'All Users', text: 'Everyone with an account.' },
  ],
};

/** Links to the screens that a role uses most. */
export const NextSteps = ({ role }: { role: Role }) => (
  <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
    {NEXT_STEPS[role].map(({ to, title, text }) => (
      <li key={to} className="grid">
        <Link to={to} className="panel group grid content-start gap-2 p-6 transition-shadow hover:shadow-lg">
          <span className="flex items-center justify-between text-lg font-bold">
            {title}
            <ArrowRight
              className="size-5 text-primary transition-transform group-hover:translate-x-1"
              aria-hidden="true"
            />
          </span>
          <span className="muted text-sm">{text}</span>
        </Link>
      </li>
    ))}
  </ul>
);
