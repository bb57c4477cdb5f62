import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';

interface ResumeLinkProps {
  lesson: { _id: string; title: string };
  done: number;
  of: number;
  className?: string;
}

/**
 * Links to the lesson to resume at. The browser loads its document, because only the policy of a lesson page allows
 * video players.
 */
export const ResumeLink = ({ lesson, done, of, className = 'btn-primary' }: ResumeLinkProps) => {
  const label = done === 0 ? 'Start lessons' : done < of ? 'Resume lessons' : 'Review lessons';
  return (
    <Link
      to={PATHS.lesson(lesson._id)}
      reloadDocument
      className={`btn ${className}`}
      aria-label={`${label}: ${lesson.title}`}
    >
      {label}
    </Link>
  );
};
