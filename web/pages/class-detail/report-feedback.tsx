import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Feedback } from '#contract/feedback.ts';
import { reportFeedback } from '#web/calls/feedback-responses.ts';
import { ownFeedbackQuery } from '#web/calls/own-feedback.ts';
import { ReportReason } from '#web/review/report-reason.tsx';

interface ReportFeedbackProps {
  classId: string;
  entry: Feedback;
  /** Whether the user is enrolled in the class, and may have written this. */
  isStudent: boolean;
}

/** Reports feedback to the admins. Users cannot report their own. */
export const ReportFeedback = ({ classId, entry, isStudent }: ReportFeedbackProps) => {
  const own = useQuery({ ...ownFeedbackQuery(classId), enabled: isStudent });
  const isOthers = isStudent ? own.data !== undefined && own.data?._id !== entry._id : true;
  const [isAsking, setIsAsking] = useState(false);
  if (!isOthers) return null;
  const of = `the feedback from ${entry.user.name}`;
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-xs"
        aria-label={`Report ${of}`}
        onClick={() => setIsAsking(true)}
      >
        Report
      </button>
      {isAsking && (
        <ReportReason
          of={of}
          noun="feedback"
          report={(reason) => reportFeedback(entry._id, reason)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
};
