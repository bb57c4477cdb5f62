import type { Difference } from './field-differences.ts';
import { VersionChoice } from './version-choice.tsx';

interface VersionConflictProps {
  /** What was changed, such as "This page was changed elsewhere while you were editing it." */
  title: string;
  /** Everything that differs except the texts, which are too long for a comparison at a glance. */
  differences: Difference[];
  texts: { own: string; other: string };
  /** A text that was published meanwhile, if it is not the other version. */
  published?: { title: string; lead?: string; text: string };
  onResolve: (by: 'own' | 'other') => void;
}

const Text = ({ summary, text }: { summary: string; text: string }) => (
  <details>
    <summary className="cursor-pointer font-semibold">{summary}</summary>
    <p dir="auto" className="pt-3 whitespace-pre-line wrap-anywhere">
      {text || 'It has no text.'}
    </p>
  </details>
);

/**
 * A conflicting version by another user or from another tab, with everything that differs, because keeping one version
 * drops all changes of the other. The user decides.
 */
export const VersionConflict = ({
  title,
  differences,
  texts,
  published,
  onResolve,
}: VersionConflictProps) => (
  <div role="alert" className="panel grid grid-cols-1 gap-4 border-error p-5">
    <p className="font-semibold">{title}</p>
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
    {texts.own !== texts.other && <Text summary="The text of the other version" text={texts.other} />}
    {published && (
      <>
        <p>The other version is a draft. This was published meanwhile; if you publish, yours replaces it.</p>
        <Text
          summary="The text that was published"
          text={[published.title, published.lead, published.text].filter(Boolean).join('\n\n')}
        />
      </>
    )}
    <VersionChoice onChoose={onResolve} />
  </div>
);
