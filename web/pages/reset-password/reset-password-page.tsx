import { Link2Off } from 'lucide-react';
import { useState } from 'react';
import { type NewPassword, newPasswordSchema } from '#contract/auth.ts';
import { AccountPanel } from '#web/account/account-panel.tsx';
import { NewPasswordFields } from '#web/account/new-password-fields.tsx';
import { usePasswordMinLength } from '#web/account/use-password-min-length.ts';
import { resetPassword } from '#web/calls/account.ts';
import { IdentityError } from '#web/calls/session/identity.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useNavigate, useSearchParams } from '#web/routing/router-context.ts';
import { type LoginState, useOrigin } from '#web/session/use-origin.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';

interface ResetFormProps {
  token: string;
  /** Called with the reason if the link is expired or used. */
  onRefused: (reason: string) => void;
}

const ResetForm = ({ token, onRefused }: ResetFormProps) => {
  const navigate = useNavigate();
  const { loginState } = useOrigin();
  const { register, errors, isSubmitting, failure, onSubmit } = useCallForm<NewPassword>({
    schema: newPasswordSchema(usePasswordMinLength()),
    onSend: async ({ newPassword }) => {
      let email: string | undefined;
      try {
        email = await resetPassword(newPassword, token);
      } catch (error) {
        if (!(error instanceof IdentityError && error.code === 'INVALID_TOKEN')) throw error;
        onRefused(error.message);
        return;
      }
      void navigate(PATHS.login, { state: { ...loginState, email } satisfies LoginState });
      void showToast('Password changed');
    },
  });
  return (
    <form method="post" className="grid gap-4" onSubmit={onSubmit} noValidate>
      <NewPasswordFields register={register} errors={errors} />
      <SubmitButton busy={isSubmitting}>Set password</SubmitButton>
      {failure && <FormError>{failure}</FormError>}
    </form>
  );
};

export const Component = () => {
  const token = useSearchParams()[0].get('token');
  const [refusal, setRefusal] = useState<string>();
  return (
    <AccountPanel title="Set a new password" lead="You’ll be signed out everywhere.">
      <PageMeta title="Set a new password" hidden />
      {token && !refusal ? (
        <ResetForm token={token} onRefused={setRefusal} />
      ) : (
        <Notice icon={<Link2Off />} title={refusal ?? 'This link is incomplete'} role="alert">
          <Link to={PATHS.forgotPassword} className="btn btn-primary">
            Request a new link
          </Link>
        </Notice>
      )}
    </AccountPanel>
  );
};
