import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { type EmailRequest, emailRequestSchema } from '#contract/auth.ts';
import { AccountPanel } from '#web/account/account-panel.tsx';
import { OutboxHint } from '#web/account/outbox-hint.tsx';
import { requestPasswordReset } from '#web/calls/account.ts';
import { configQuery } from '#web/calls/config.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { PATHS } from '#web/paths.ts';
import type { PageHandle } from '#web/rendering/page-handle.ts';
import { Link } from '#web/routing/link.tsx';
import { type LoginState, useOrigin } from '#web/session/use-origin.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

export const handle: PageHandle = { prefetch: ({ load }) => load(configQuery) };

interface RequestFormProps {
  email: string | undefined;
  onSent: (email: string) => void;
}

const RequestForm = ({ email: known, onSent }: RequestFormProps) => {
  const { register, errors, isSubmitting, failure, onSubmit } = useCallForm<EmailRequest>({
    schema: emailRequestSchema,
    defaultValues: { email: known },
    onSend: async ({ email }) => {
      await requestPasswordReset(email);
      onSent(email);
    },
  });
  return (
    <form method="post" className="grid gap-4" onSubmit={onSubmit} noValidate>
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <SubmitButton busy={isSubmitting}>Send the link</SubmitButton>
      {failure && <FormError>{failure}</FormError>}
    </form>
  );
};

export const Component = () => {
  const [sentTo, setSentTo] = useState<string>();
  const { loginState, email } = useOrigin();
  const { data: config } = useQuery(configQuery);
  return (
    <AccountPanel
      title="Forgot your password?"
      lead="Enter your email address and we’ll send you a link to set a new one."
    >
      <PageMeta title="Forgot your password" hidden />
      {config?.sendsEmail === false ? (
        <p role="status">This site can’t send email. Please contact us and we’ll help you.</p>
      ) : sentTo ? (
        <Notice icon={<MailCheck />} title="Check your email" role="status">
          <p className="muted">
            If there is an account for <EmailText email={sentTo} />, a link is on its way. It works once and
            expires in an hour.
          </p>
          <OutboxHint />
        </Notice>
      ) : (
        <RequestForm email={email} onSent={setSentTo} />
      )}
      <Link
        to={PATHS.login}
        state={{ ...loginState, email: sentTo ?? email } satisfies LoginState}
        className="link min-h-6 justify-self-start text-sm font-semibold text-primary"
      >
        Back to login
      </Link>
    </AccountPanel>
  );
};
