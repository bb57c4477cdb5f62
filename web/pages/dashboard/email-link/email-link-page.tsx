import { Link2Off, MailCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CodeForm } from '#web/account/code-form.tsx';
import { OutboxHint } from '#web/account/outbox-hint.tsx';
import { followEmailLink } from '#web/calls/account.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useNavigate, useSearchParams } from '#web/routing/router-context.ts';
import { useSession, useSignedInUser } from '#web/session/session-context.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';
import { z } from 'zod';

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid gap-6">
    <PageMeta title={title} hidden />
    <h1>{title}</h1>
    <section className="panel grid gap-4 p-6 sm:p-8">{children}</section>
  </div>
);

interface ConfirmFormProps {
  token: string;
  /** What the link is for. */
  purpose: string;
  onAgreed: () => void;
  /** Called with the reason if the link cannot be used. */
  onRefused: (reason: string) => void;
}

/** Redeems the link when the user clicks the button, so that email scanners that open links do not redeem it. */
const ConfirmForm = ({ token, purpose, onAgreed, onRefused }: ConfirmFormProps) => {
  const { email } = useSignedInUser();
  const { refresh } = useSession();
  const navigate = useNavigate();
  const [codeNeeded, setCodeNeeded] = useState(false);

  const follow = async () => {
    const { outcome } = await followEmailLink(token).catch((failure: unknown) => {
      const code = failure instanceof ApiError ? failure.code : undefined;
      if (code === 'code_required') setCodeNeeded(true);
      else if (code === 'link_invalid') onRefused((failure as ApiError).message);
      else throw failure;
      return { outcome: undefined };
    });
    if (!outcome) return;
    if (outcome === 'agreed') {
      onAgreed();
      return;
    }
    await navigate(PATHS.account, { replace: true });
    refresh();
    void showToast(outcome === 'changed' ? 'Email address changed' : 'Email address confirmed');
  };
  const { isSubmitting, failure, onSubmit } = useCallForm<object>({ schema: z.object({}), onSend: follow });

  if (codeNeeded) {
    return (
      <>
        <p>To change your address, enter the current code from your authenticator app.</p>
        <CodeForm onDone={follow} />
      </>
    );
  }
  return (
    <form method="post" className="grid justify-items-start gap-4" onSubmit={onSubmit} noValidate>
      <p>
        You’re logged in as <EmailText email={email} /> and followed a link that we sent by email to {purpose}
        .
      </p>
      <SubmitButton busy={isSubmitting}>Confirm</SubmitButton>
      {failure && <FormError>{failure}</FormError>}
    </form>
  );
};

/** The target of confirmation links in emails. A link works only for the user whom it was created for. */
export const Component = () => {
  const [search] = useSearchParams();
  const token = search.get('token');
  const changes = search.get('for') === 'change';
  const [isAgreed, setAgreed] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  if (!token || refusal) {
    return (
      <Notice icon={<Link2Off />} title={refusal ?? 'This link is incomplete'} heading="h1" role="alert">
        <Link to={PATHS.account} className="btn btn-primary">
          Go to your account
        </Link>
      </Notice>
    );
  }
  if (isAgreed) {
    return (
      <Notice icon={<MailCheck />} title="Now check your new email address" heading="h1" role="status">
        <p className="muted">We sent a link to it. Your address will change once you follow the link.</p>
        <OutboxHint />
      </Notice>
    );
  }
  return (
    <Frame title={changes ? 'Change your email address' : 'Confirm your email address'}>
      <ConfirmForm
        token={token}
        purpose={changes ? 'change the address of this account' : 'confirm this address'}
        onAgreed={() => setAgreed(true)}
        onRefused={setRefusal}
      />
    </Frame>
  );
};
