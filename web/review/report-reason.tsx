import { showToast } from '#web/ui/toast.ts';
import { describeReport } from './describe-report.ts';
import { ReasonDialog } from './reason-dialog.tsx';

export interface ReportReasonProps {
  /** What is reported, in a sentence. */
  of: string;
  /** The word for it. */
  noun: string;
  optional?: boolean;
  report: (reason: string) => Promise<{ modifiedCount: number }>;
  onClose: () => void;
}

/** Asks why a user reports what somebody else wrote, and sends the report to the admins. */
export const ReportReason = ({ of, noun, optional, report, onClose }: ReportReasonProps) => (
  <ReasonDialog
    title={`Report ${of}?`}
    action="Report"
    optional={optional}
    hint={`Admins will see your report and may hide the ${noun}. Nobody else can see that you reported it.`}
    onDecide={async (reason) => {
      const result = await report(reason);
      onClose();
      void showToast(describeReport(result));
    }}
    onClose={onClose}
  />
);
