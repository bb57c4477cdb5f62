const LOOKS: Record<string, string> = {
  Pending: 'badge-warning',
  approve: 'badge-success',
  rejected: 'badge-error',
};
const LABELS: Record<string, string> = { approve: 'Approved', rejected: 'Rejected' };

/** The status of a review. */
export const StatusBadge = ({ status }: { status: string }) => (
  <span className={`badge badge-outline font-semibold ${LOOKS[status] ?? 'badge-success'}`}>
    {LABELS[status] ?? status}
  </span>
);
