import type { Class } from '#contract/classes.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useLocation } from '#web/routing/screens.tsx';
import { BackLink } from '#web/ui/back-link.tsx';

interface Screen {
  label: string;
  path: (id: string) => string;
  /** Whether it can be opened after the class was deleted, for its students. */
  evenDeleted?: boolean;
  /** Whether it is about the work of students, whom a draft does not have. */
  ofStudents?: boolean;
}

const SCREENS: Screen[] = [
  { label: 'Class work', path: PATHS.classTask, evenDeleted: true, ofStudents: true },
  { label: 'Lessons', path: PATHS.curriculum },
  { label: 'Progress', path: PATHS.classStudents, evenDeleted: true, ofStudents: true },
  { label: 'Update', path: PATHS.updateClass },
  { label: 'Class page', path: PATHS.classDetail, evenDeleted: true },
];

/** Leads a teacher from one screen of a class to the others, to its public page, and back to all classes. */
export const OwnClassNav = ({ own: { _id, deleted, status } }: { own: Class }) => {
  const { pathname } = useLocation();
  const screens = SCREENS.filter(
    ({ evenDeleted, ofStudents }) => (evenDeleted || !deleted) && !(ofStudents && status === 'Draft'),
  );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <BackLink to={PATHS.myAddedClass}>All my classes</BackLink>
      <nav aria-label="This class" className="-ms-3 flex flex-wrap sm:ms-0">
        {screens.map(({ label, path }) => {
          const isCurrent = pathname === path(_id);
          return (
            <Link
              key={label}
              to={path(_id)}
              className={`btn btn-ghost btn-sm ${isCurrent ? 'bg-base-300' : ''}`}
              aria-current={isCurrent ? 'page' : undefined}
            >
              {label}
            </Link>
          );
        })}
      </nav>
    </div>
  );
};
