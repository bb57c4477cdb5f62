import { useQuery } from '@tanstack/react-query';
import type { Feedback } from '#contract/feedback.ts';
import { reportFeedback } from '#web/calls/feedback-responses.ts';
import { ownFeedbackQuery } from '#web/calls/own-feedback.ts';
import { ReportButton } from '#web/review/report-button.tsx';

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
  if (!isOthers) return null;
  return (
    <ReportButton
      of={`the feedback from ${entry.user.name}`}
      noun="feedback"
      report={(reason) => reportFeedback(entry._id, reason)}
    />
  );
};
