import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Feedback } from '#contract/feedback.ts';
import { reportFeedback } from '#web/calls/feedback-responses.ts';
import { ownFeedbackQuery } from '#web/calls/own-feedback.ts';
import { describeReport } from '#web/review/describe-report.ts';
import { ReasonDialog } from '#web/review/reason-dialog.tsx';
import { showToast } from '#web/ui/toast.ts';

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
        <ReasonDialog
          title={`Report ${of}?`}
          action="Report"
          hint="Admins will see your report and may hide the feedback. Nobody else can see that you reported it."
          onDecide={async (reason) => {
            const result = await reportFeedback(entry._id, reason);
            setIsAsking(false);
            void showToast(describeReport(result));
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
};
