import { useQuery } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { AccountPanel } from '#web/account/account-panel.tsx';
import { RegistrationForm } from '#web/account/registration-form.tsx';
import { ThirdPartyButton } from '#web/account/third-party-button.tsx';
import { useRedirectWhenSignedIn } from '#web/account/use-redirect-when-signed-in.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { openedInvitationQuery } from '#web/calls/registration.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSearchParams } from '#web/routing/router-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';

const Unusable = ({ reason }: { reason: string }) => (
  <Notice icon={<Link2Off />} title={reason} role="alert">
    <p className="muted">Ask the person who invited you for a new one.</p>
    <Link to={PATHS.login} className="btn btn-primary">
      Login
    </Link>
  </Notice>
);

/** Registration through an invitation link. */
export const Component = () => {
  useRedirectWhenSignedIn('You already have an account');
  const token = useSearchParams()[0].get('token') ?? '';
  const { data, error, refetch } = useQuery(openedInvitationQuery(token));
  const isUnusable = error instanceof ApiError && error.code === 'link_invalid';
  return (
    <AccountPanel title="You’re invited" lead="Create your account for learning and for teaching.">
      <PageMeta title="Registration" hidden />
      {isUnusable && <Unusable reason={error.message} />}
      {error && !data && !isUnusable && (
        <LoadError title="The invitation could not be checked" onRetry={() => void refetch()} />
      )}
      {!error && !data && <PageSpinner />}
      {data && (
        <>
          <RegistrationForm invitation={{ token, ...data }} />
          <ThirdPartyButton />
        </>
      )}
    </AccountPanel>
  );
};
