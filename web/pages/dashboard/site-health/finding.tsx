import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { HealthFinding } from '#contract/site-health.ts';

const MARKS = {
  ok: { label: 'Fine', icon: <CircleCheck className="text-success" /> },
  warning: { label: 'Warning', icon: <TriangleAlert className="text-warning" /> },
  problem: { label: 'Problem', icon: <CircleX className="text-error" /> },
};

/** What one check found, and what to do about it. */
export const Finding = ({ finding: { check, status, found, setting, todo } }: { finding: HealthFinding }) => {
  const { label, icon } = MARKS[status];
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-4">
      <span className="mt-0.5" aria-hidden="true">
        {icon}
      </span>
      <div className="grid gap-1">
        <p>
          <strong>{check}</strong>{' '}
          <span className={status === 'ok' ? 'sr-only' : 'muted text-sm'}>{label}</span>
        </p>
        <p className="text-sm wrap-anywhere">{found}</p>
        {todo && (
          <p className="muted text-sm wrap-anywhere">
            {setting && <code className="font-mono text-xs">{setting}</code>}
            {setting && ': '}
            {todo}
          </p>
        )}
      </div>
    </li>
  );
};
