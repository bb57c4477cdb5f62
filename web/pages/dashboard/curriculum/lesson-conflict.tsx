import { VersionChoice } from '#web/forms/version-choice.tsx';
import { contentDifferences } from './content-differences.ts';
import type { Content } from './lesson-content.ts';

interface LessonConflictProps {
  own: Content;
  other: Content;
  onResolve: (by: 'own' | 'other') => void;
}

/**
 * A conflicting version by another user or from another tab, with everything that differs, because keeping one version
 * drops all changes of the other. The user decides.
 */
export const LessonConflict = ({ own, other, onResolve }: LessonConflictProps) => {
  const differences = contentDifferences(own, other);
  return (
    <div role="alert" className="panel grid grid-cols-1 gap-4 border-error p-5">
      <p className="font-semibold">This lesson was changed elsewhere while you were editing it.</p>
      {differences.length > 0 && (
        <dl className="grid grid-cols-1 gap-3">
          {differences.map((one) => (
            <div key={one.label} className="grid grid-cols-1 gap-1">
              <dt className="font-semibold">{one.label}</dt>
              <dd className="wrap-anywhere">
                <span className="muted">Your version:</span> <bdi>{one.own}</bdi>
              </dd>
              <dd className="wrap-anywhere">
                <span className="muted">The other version:</span> <bdi>{one.other}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {own.text !== other.text && (
        <details>
          <summary className="cursor-pointer font-semibold">The text of the other version</summary>
          <p dir="auto" className="pt-3 whitespace-pre-line wrap-anywhere">
            {other.text || 'It has no text.'}
          </p>
        </details>
      )}
      <VersionChoice onChoose={onResolve} />
    </div>
  );
};
