import { diffWordsWithSpace } from 'diff';
import type { ReviewedTexts } from '#contract/class-changes.ts';
import { useFormatPrice } from '#web/ui/use-format-price.ts';
import { type ChangedField, compareFields } from './changed-fields.ts';

interface Part {
  value: string;
  isMarked: boolean;
}

/** Words that only one of two texts has. Their color is not all that tells them from the others. */
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

/** The parts of both texts: those that go, those that come, and those that stay. */
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
  /** What the two sides are called. */
  labels: { before: string; after: string };
}

/** What changes of a class, side by side: the words that go are struck through on one side, new ones marked on the other. */
export const ComparedTexts = ({ before, after, labels }: ComparedTextsProps) => {
  const fields = compareFields(before, after, useFormatPrice());
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
