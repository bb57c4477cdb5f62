import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { HealthCheck, HealthFinding } from '#contract/site-health.ts';
import { PATHS } from '#web/paths.ts';

const MARKS = {
  ok: { label: 'Fine', icon: <CircleCheck className="text-success" /> },
  warning: { label: 'Warning', icon: <TriangleAlert className="text-warning" /> },
  problem: { label: 'Problem', icon: <CircleX className="text-error" /> },
};

/** The screens on which admins do something about a finding. */
const SCREENS: Partial<Record<HealthCheck, { to: string; label: string }>> = {
  Outbox: { to: PATHS.undeliveredEmails, label: 'Undelivered emails' },
};

/** What one check found, and what to do about it. */
export const Finding = ({ finding: { check, status, found, setting, todo } }: { finding: HealthFinding }) => {
  const { label, icon } = MARKS[status];
  const screen = SCREENS[check];
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
        {screen && (
          <p className="text-sm">
            <Link to={screen.to} className="link font-semibold text-primary">
              {screen.label}
            </Link>
          </p>
        )}
      </div>
    </li>
  );
};
