import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { revokeSession, sessionKeys, sessionsQuery } from '#web/calls/account.ts';
import { useSession } from '#web/session/session-context.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { LoadingText } from '#web/ui/loading-text.tsx';
import { showToast } from '#web/ui/toast.ts';

const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'];
const NAMES: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' };
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'];

/** Describes a browser by its user agent, for example "Firefox on Linux". */
const describeBrowser = (userAgent: string): string => {
  const browser = BROWSERS.find((name) => userAgent.includes(name));
  const system = SYSTEMS.find((name) => userAgent.includes(name));
  return `${browser ? (NAMES[browser] ?? browser) : 'A browser'}${system ? ` on ${system}` : ''}`;
};

/** The user's active sessions, each with a button to end it. */
export const Sessions = () => {
  const { sessionToken } = useSession();
  const queryClient = useQueryClient();
  const { data, isPending, refetch } = useQuery(sessionsQuery(sessionToken));
  const revocation = useMutation({
    mutationFn: revokeSession,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionKeys.all });
      void showToast('Device signed out');
    },
  });
  if (isPending) return <LoadingText />;
  if (!data) return <LoadError title="Your sessions could not be loaded" onRetry={() => void refetch()} />;
  return (
    <>
      <ul className="grid gap-3">
        {data.map(({ id, token, userAgent, ipAddress, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-base-300 pt-3">
            <MonitorSmartphone className="size-6 shrink-0 text-primary" aria-hidden="true" />
            <div className="min-w-48 flex-1">
              <p className="font-semibold">{describeBrowser(userAgent ?? '')}</p>
              <p className="muted text-sm break-words">
                Since {formatMoment(new Date(createdAt).toISOString())}
                {ipAddress && `, from ${ipAddress}`}
              </p>
            </div>
            {token === sessionToken ? (
              <span className="badge badge-soft badge-success">This browser</span>
            ) : (
              <button
                type="button"
                className="btn btn-outline btn-sm"
                disabled={revocation.isPending}
                onClick={() => revocation.mutate(token)}
              >
                Sign out this device
              </button>
            )}
          </li>
        ))}
      </ul>
      {revocation.error && <FormError>{revocation.error.message}</FormError>}
    </>
  );
};
