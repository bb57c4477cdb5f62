import { useState } from 'react';
import { ReportReason, type ReportReasonProps } from './report-reason.tsx';

type ReportButtonProps = Omit<ReportReasonProps, 'onClose'> & { className?: string };

/** A small button that reports what somebody else wrote to the admins. */
export const ReportButton = ({ className = '', ...reported }: ReportButtonProps) => {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`btn btn-ghost btn-xs ${className}`}
        aria-label={`Report ${reported.of}`}
        onClick={() => setIsAsking(true)}
      >
        Report
      </button>
      {isAsking && <ReportReason {...reported} onClose={() => setIsAsking(false)} />}
    </>
  );
};
