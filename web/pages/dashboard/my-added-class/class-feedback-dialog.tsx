import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Class } from '#contract/classes.ts';
import { classFeedbackQuery, ratingSummaryQuery } from '#web/calls/feedback.ts';
import { RatingSummary } from '#web/feedback/rating-summary.tsx';
import { FeedbackEntry } from '#web/feedback/feedback-entry.tsx';
import { Pagination } from '#web/lists/pagination.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/load-error.tsx';

/** Entries a page. */
const SIZE = 5;

const Content = ({ classId }: { classId: string }) => {
  const [page, setPage] = useState(1);
  const summary = useQuery(ratingSummaryQuery(classId));
  const list = useQuery(classFeedbackQuery(classId, page, SIZE));
  const failed = summary.isError ? summary : list.isError ? list : undefined;
  if (failed)
    return <LoadError title="The feedback could not be loaded" onRetry={() => void failed.refetch()} />;
  if (!summary.data || !list.data) return <p role="status">Loading...</p>;
  if (summary.data.count === 0) return <p>No feedback yet. Students can give it once they are enrolled.</p>;
  return (
    <>
      <RatingSummary summary={summary.data} />
      <ul className="grid gap-4">
        {list.data.rows.map((entry) => (
          <li key={entry._id} className="border-t border-base-300 pt-4">
            <FeedbackEntry entry={entry} />
          </li>
        ))}
      </ul>
      {list.data.total > SIZE && (
        <Pagination page={page} total={list.data.total} size={SIZE} onPage={setPage} />
      )}
    </>
  );
};

/** What the students of a class say. */
export const ClassFeedbackDialog = ({ own, onClose }: { own: Class; onClose: () => void }) => (
  <Dialog title={`Feedback on ${own.title}`} onClose={onClose}>
    <div className="grid gap-5">
      <Content classId={own._id} />
      <DialogActions>
        <button type="button" className="btn" onClick={onClose}>
          Close
        </button>
      </DialogActions>
    </div>
  </Dialog>
);
