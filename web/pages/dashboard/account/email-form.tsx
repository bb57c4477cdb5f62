import { useMutation, useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { type EmailChange, emailChangeSchema } from '#contract/account.ts';
import { OutboxHint } from '#web/account/outbox-hint.tsx';
import { useOptionalPasswordHint } from '#web/account/password-hints.ts';
import { requestEmailChange, requestEmailConfirmation } from '#web/calls/account.ts';
import { configQuery } from '#web/calls/config.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const Verification = () => {
  const { email, emailVerified } = useSignedInUser();
  const verification = useMutation({ mutationFn: requestEmailConfirmation });
  if (emailVerified) {
    return (
      <p className="flex items-center gap-2 text-success">
        <BadgeCheck className="size-5" aria-hidden="true" />
        <span>
          <bdi>{email}</bdi> is confirmed
        </span>
      </p>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        <bdi>{email}</bdi> is not confirmed yet. Confirm it so that everybody knows it is yours, and so that
        our emails reach you.
      </p>
      {verification.isSuccess ? (
        <p role="status" className="font-semibold text-success">
          We sent you a link. Follow it to confirm your address.
        </p>
      ) : (
        <button
          type="button"
          className="btn btn-outline"
          disabled={verification.isPending}
          aria-busy={verification.isPending}
          onClick={() => verification.mutate()}
        >
          Send confirmation link
        </button>
      )}
      {verification.error && <FormError>{verification.error.message}</FormError>}
    </div>
  );
};

const ChangeForm = () => {
  const [sent, setSent] = useState(false);
  const { register, errors, isSubmitting, failure, reset, onSubmit } = useCallForm<EmailChange>({
    schema: emailChangeSchema,
    defaultValues: { newEmail: '', password: '' },
    onSend: async (change) => {
      setSent(false);
      await requestEmailChange(change);
      reset();
      setSent(true);
    },
  });
  return (
    <form method="post" className="grid max-w-lg gap-4" onSubmit={onSubmit} noValidate>
      <Field
        label="New email address"
        type="email"
        autoComplete="email"
        error={errors.newEmail?.message}
        {...register('newEmail')}
      />
      <Field
        label="Password, to confirm"
        type="password"
        autoComplete="current-password"
        hint={useOptionalPasswordHint()}
        error={errors.password?.message}
        {...register('password')}
      />
      <SubmitButton busy={isSubmitting} className="justify-self-start">
        Change address
      </SubmitButton>
      {sent && Object.keys(errors).length === 0 && (
        <p role="status" className="font-semibold text-success">
          Check your email. Your address will change once you follow the links we sent.
        </p>
      )}
      {failure && <FormError>{failure}</FormError>}
    </form>
  );
};

/** Confirms or changes the user's email address. */
export const EmailForm = () => {
  const { data: config } = useQuery(configQuery);
  const { email } = useSignedInUser();
  if (config?.sendsEmail === false)
    return (
      <p>
        You sign in as <bdi>{email}</bdi>. This site can’t send email to confirm or change it.
      </p>
    );
  return (
    <>
      <Verification />
      <ChangeForm />
      <OutboxHint />
    </>
  );
};
