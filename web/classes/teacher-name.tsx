import type { Class } from '#contract/classes.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';

interface TeacherNameProps {
  of: Pick<Class, 'name' | 'teacherId'>;
  /** The class names of the link. */
  link: string;
}

/** The name of a class's teacher, with a link to their page while they have one. */
export const TeacherName = ({ of: { name, teacherId }, link }: TeacherNameProps) => {
  const shown = <bdi>{name}</bdi>;
  return teacherId ? (
    <Link to={PATHS.teacher(teacherId)} className={link}>
      {shown}
    </Link>
  ) : (
    shown
  );
};
