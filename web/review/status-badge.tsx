import { STATUS_LABELS } from './status-filter.ts';

const LABELS: Record<string, string> = STATUS_LABELS;
const LOOKS: Record<string, string> = {
  Draft: '',
  Pending: 'badge-warning',
  approve: 'badge-success',
  rejected: 'badge-error',
};

/** The status of a review, or another word in its place. */
export const StatusBadge = ({ status }: { status: string }) => (
  <span className={`badge badge-outline font-semibold ${LOOKS[status] ?? 'badge-success'}`}>
    {LABELS[status] ?? status}
  </span>
);
