import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { HealthFinding } from '#contract/site-health.ts';

export const STATUS_LABELS = { ok: 'OK', warning: 'Warning', problem: 'Problem' };

/** The icon for a check's status. */
export const StatusIcon = ({ status }: Pick<HealthFinding, 'status'>) => (
  <span className="mt-0.5" aria-hidden="true">
    {status === 'ok' && <CircleCheck className="text-success" />}
    {status === 'warning' && <TriangleAlert className="text-warning" />}
    {status === 'problem' && <CircleX className="text-error" />}
  </span>
);

/** What to do about a finding. */
export const Todo = ({ setting, todo }: Pick<HealthFinding, 'setting' | 'todo'>) =>
  todo && (
    <p className="muted text-sm wrap-anywhere">
      {setting && <code className="font-mono text-xs">{setting}</code>}
      {setting && ': '}
      {todo}
    </p>
  );
