const LOOKS: Record<string, string> = {
  Pending: 'badge-warning',
  approve: 'badge-success',
  rejected: 'badge-error',
};
const WORDS: Record<string, string> = { approve: 'Approved', rejected: 'Rejected' };

/** Where a review stands. */
export const StatusBadge = ({ status }: { status: string }) => (
  <span className={`badge badge-outline font-semibold ${LOOKS[status] ?? 'badge-success'}`}>
    {WORDS[status] ?? status}
  </span>
);
