import { STATUS_LABELS } from './status-filter.ts';

const LOOKS: Record<string, string> = {
  Pending: 'badge-warning',
  approve: 'badge-success',
  rejected: 'badge-error',
};

/** The status of a review. */
export const StatusBadge = ({ status }: { status: string }) => (
  <span className={`badge badge-outline font-semibold ${LOOKS[status] ?? 'badge-success'}`}>
    {STATUS_LABELS[status] ?? status}
  </span>
);
