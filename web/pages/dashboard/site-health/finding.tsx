import type { HealthCheck, HealthFinding } from '#contract/site-health.ts';
import { sendTestEmail, testCardProvider } from '#web/calls/site-health.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { CardProviderTest } from '#web/site-health/card-provider-test.tsx';
import { StatusIcon, STATUS_LABELS, Todo } from '#web/site-health/status-icon.tsx';
import { TestEmail } from '#web/site-health/test-email.tsx';

/** The screens on which admins can act on a finding. */
const SCREENS: Partial<Record<HealthCheck, { to: string; label: string }>> = {
  Outbox: { to: PATHS.undeliveredEmails, label: 'Undelivered emails' },
};

/** The result of one check, and what to do about it. */
export const Finding = ({ finding: { check, status, found, setting, todo } }: { finding: HealthFinding }) => {
  const screen = SCREENS[check];
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-4">
      <StatusIcon status={status} />
      <div className="grid gap-1">
        <p>
          <strong>{check}</strong>{' '}
          <span className={status === 'ok' ? 'sr-only' : 'muted text-sm'}>{STATUS_LABELS[status]}</span>
        </p>
        <p className="text-sm wrap-anywhere">{found}</p>
        <Todo setting={setting} todo={todo} />
        {check === 'Email' && (
          <div className="mt-2">
            <TestEmail send={sendTestEmail} />
          </div>
        )}
        {check === 'Card provider' && (
          <div className="mt-2">
            <CardProviderTest test={testCardProvider} />
          </div>
        )}
        {screen && (
          <p className="text-sm">
            <Link to={screen.to} className="link inline-block min-h-6 font-semibold text-primary">
              {screen.label}
            </Link>
          </p>
        )}
      </div>
    </li>
  );
};
