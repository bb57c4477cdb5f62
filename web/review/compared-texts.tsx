import { diffWordsWithSpace } from 'diff';
import type { ReviewedTexts } from '#contract/class-changes.ts';
import { useShowPrice } from '#web/ui/use-format-price.ts';
import { type ChangedField, compareFields } from './changed-fields.ts';

interface Part {
  value: string;
  isMarked: boolean;
}

/** A text with the words that the other one lacks. They are marked by more than color. */
const Marked = ({ parts, as: Mark }: { parts: Part[]; as: 'ins' | 'del' }) => (
  <p dir="auto" className="wrap-anywhere whitespace-pre-line">
    {parts.map(({ value, isMarked }, index) =>
      isMarked ? (
        <Mark
          key={index}
          className={`rounded-xs ${Mark === 'ins' ? 'bg-success/20 font-semibold underline' : 'bg-error/20 line-through'}`}
        >
          <span className="sr-only">{Mark === 'ins' ? ' [Added: ' : ' [Removed: '}</span>
          {value}
          <span className="sr-only">] </span>
        </Mark>
      ) : (
        <span key={index}>{value}</span>
      ),
    )}
  </p>
);

/** Splits both texts into removed, added and unchanged parts. */
const partsOf = ({ before, after, hasWords }: ChangedField) =>
  hasWords
    ? diffWordsWithSpace(before, after)
    : [
        { value: before, removed: true, added: false },
        { value: after, removed: false, added: true },
      ];

interface ComparedTextsProps {
  before: ReviewedTexts;
  after: ReviewedTexts;
  /** The names of the two versions. */
  labels: { before: string; after: string };
}

/** The fields that a change affects, side by side: removed words are struck through, and new ones are highlighted. */
export const ComparedTexts = ({ before, after, labels }: ComparedTextsProps) => {
  const fields = compareFields(before, after, useShowPrice());
  const same = fields.filter(({ isChanged }) => !isChanged);
  return (
    <div className="grid gap-5">
      {fields
        .filter(({ isChanged }) => isChanged)
        .map((field) => {
          const parts = partsOf(field);
          const sides = [
            {
              label: labels.before,
              mark: 'del' as const,
              parts: parts
                .filter(({ added }) => !added)
                .map(({ value, removed }) => ({ value, isMarked: removed })),
            },
            {
              label: labels.after,
              mark: 'ins' as const,
              parts: parts
                .filter(({ removed }) => !removed)
                .map(({ value, added }) => ({ value, isMarked: added })),
            },
          ];
          return (
            <div key={field.label} role="group" aria-label={field.label} className="grid gap-2">
              <h3 className="text-base">{field.label}</h3>
              <div className="grid gap-3 sm:grid-cols-2">
                {sides.map((side) => (
                  <div key={side.label} className="min-w-0 rounded-box border border-base-300 p-4">
                    <p className="muted mb-1 text-xs font-semibold">{side.label}</p>
                    <Marked parts={side.parts} as={side.mark} />
                  </div>
                ))}
              </div>
            </div>
          );
        })}
      {same.length > 0 && (
        <p className="muted text-sm">Unchanged: {same.map(({ label }) => label.toLowerCase()).join(', ')}</p>
      )}
    </div>
  );
};
