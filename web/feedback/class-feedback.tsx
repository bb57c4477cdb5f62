import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Feedback } from '#contract/feedback.ts';
import { COUNTED_ENTRIES } from '#contract/paging.ts';
import { classFeedbackQuery, ratingSummaryQuery } from '#web/calls/feedback.ts';
import { Pagination, type Paging } from '#web/lists/pagination.tsx';
import { Link } from '#web/routing/link.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { LoadingText } from '#web/ui/loading-text.tsx';
import { RatingSummary } from './rating-summary.tsx';

/** Entries per page. */
const SIZE = 5;

/** The query for one page of a class's feedback, for prefetching. */
export const feedbackPageQuery = (classId: string, page: number) => classFeedbackQuery(classId, page, SIZE);

type ClassFeedbackProps = Paging & {
  classId: string;
  page: number;
  /** Shown if there is no feedback yet. */
  empty: string;
  /** Renders an entry. */
  children: (entry: Feedback) => ReactNode;
};

/** A class's rating summary and its feedback, newest first. */
export const ClassFeedback = ({ classId, page, empty, children, ...paging }: ClassFeedbackProps) => {
  const summary = useQuery(ratingSummaryQuery(classId));
  const list = useQuery(feedbackPageQuery(classId, page));
  const failed = [summary, list].find(({ isError, data }) => isError && !data);
  if (failed)
    return <LoadError title="The feedback could not be loaded" onRetry={() => void failed.refetch()} />;
  if (!summary.data || !list.data) return <LoadingText />;
  if (summary.data.count === 0) return <p className="muted">{empty}</p>;
  return (
    <div className="grid gap-5">
      <RatingSummary summary={summary.data} />
      <ul className="grid gap-4">
        {list.data.rows.map((entry) => (
          <li key={entry._id} className="border-t border-base-300 pt-4">
            {children(entry)}
          </li>
        ))}
      </ul>
      {/* An old link may name a page that no longer exists. */}
      {list.data.rows.length === 0 && 'searchOf' in paging && (
        <Link to={{ search: paging.searchOf(1), hash: paging.hash }} className="link font-semibold">
          See the newest feedback
        </Link>
      )}
      {list.data.rows.length > 0 && list.data.total > SIZE && (
        <Pagination
          page={page}
          total={list.data.total}
          noun={['rating', 'ratings']}
          size={SIZE}
          countLimit={COUNTED_ENTRIES}
          {...paging}
        />
      )}
    </div>
  );
};
