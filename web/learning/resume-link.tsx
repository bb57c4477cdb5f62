import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';

interface ResumeLinkProps {
  lesson: { _id: string; title: string };
  done: number;
  of: number;
  className?: string;
}

/**
 * Leads to the lesson to go on with. The policy of a lesson's page lets players of videos through, so that the browser has
 * to load that page.
 */
export const ResumeLink = ({ lesson, done, of, className = 'btn-primary' }: ResumeLinkProps) => {
  const label = done === 0 ? 'Start' : done < of ? 'Resume' : 'Review';
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
