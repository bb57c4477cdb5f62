import type { Class } from '#contract/classes.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';

interface TeacherNameProps {
  of: Pick<Class, 'name' | 'teacherId'>;
  className: string;
}

/** The name of a class's teacher, with a link to their page while they have one. */
export const TeacherName = ({ of: { name, teacherId }, className }: TeacherNameProps) => {
  const shown = <bdi className={className}>{name}</bdi>;
  return teacherId ? (
    <Link to={PATHS.teacher(teacherId)} className="link-hover min-w-0 py-1">
      {shown}
    </Link>
  ) : (
    shown
  );
};
