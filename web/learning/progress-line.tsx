import './learning.css';

/** Shows how many lessons are completed, as text and as a bar. */
export const ProgressLine = ({ done, of }: { done: number; of: number }) => (
  <div className="grid gap-2">
    <p className="text-sm font-semibold">
      {done} of {of} {of === 1 ? 'lesson' : 'lessons'} done
    </p>
    <div className="progress-bar" aria-hidden="true">
      <div
        className="h-full rounded-full bg-primary"
        style={{ width: `${(100 * done) / Math.max(of, 1)}%` }}
      />
    </div>
  </div>
);
