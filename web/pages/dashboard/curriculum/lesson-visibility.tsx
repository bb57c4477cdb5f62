import { Eye } from 'lucide-react';
import { useId } from 'react';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { type Content, isMissingFile } from './lesson-content.ts';

interface LessonVisibilityProps {
  lessonId: string;
  content: Content;
  /** Whether removing its file has unpublished the lesson. */
  isUnpublished: boolean;
  onChange: (change: Partial<Pick<Content, 'status' | 'isPreview'>>) => void;
}

/** Whether a lesson is published, and whether visitors can see it; with a link to the lesson as students see it. */
export const LessonVisibility = ({ lessonId, content, isUnpublished, onChange }: LessonVisibilityProps) => {
  const hintId = useId();
  const canPublishAgain = isUnpublished && content.status === 'draft' && !isMissingFile(content);
  return (
    <div className="flex flex-wrap items-center gap-4">
      <label className="flex items-center gap-2 font-semibold">
        <input
          type="checkbox"
          checked={content.status === 'published'}
          aria-describedby={canPublishAgain ? hintId : undefined}
          onChange={({ target }) => onChange({ status: target.checked ? 'published' : 'draft' })}
        />
        Published
      </label>
      {canPublishAgain && (
        <p id={hintId} className="muted text-sm">
          Select this to show the lesson to your students again.
        </p>
      )}
      <label className="flex items-center gap-2 font-semibold">
        <input
          type="checkbox"
          checked={content.isPreview}
          onChange={({ target }) => onChange({ isPreview: target.checked })}
        />
        Free preview
      </label>
      <Link to={PATHS.lesson(lessonId)} reloadDocument target="_blank" className="btn btn-outline btn-sm">
        <Eye className="size-4" aria-hidden="true" />
        View as a student
      </Link>
    </div>
  );
};
