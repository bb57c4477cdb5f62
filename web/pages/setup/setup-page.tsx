import { useQuery } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import type { Brand } from '#contract/brand.ts';
import { type SiteSetup, siteSetupSchema } from '#contract/setup.ts';
import { AccountPanel } from '#web/account/account-panel.tsx';
import { createFirstAdmin, sendSetupEmail, setupQuery, testSetupCardProvider } from '#web/calls/setup.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { showBrandColors } from '#web/meta/show-brand-colors.ts';
import { useSite } from '#web/meta/site-context.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useNavigate, useSearchParams } from '#web/routing/router-context.ts';
import type { LoginState } from '#web/session/use-origin.ts';
import { CardProviderTest } from '#web/site-health/card-provider-test.tsx';
import { TestEmail } from '#web/site-health/test-email.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { SiteFields } from './site-fields.tsx';

const AdminForm = ({ token }: { token: string }) => {
  const navigate = useNavigate();
  const { brand, currency, updateSiteInfo } = useSite();
  const form = useCallForm<SiteSetup>({
    schema: siteSetupSchema,
    defaultValues: { brand, currency, contactEmail: '' },
    onSend: async ({ email, name, contactEmail, ...chosen }) => {
      const hasNewBrand = Object.entries(chosen.brand).some(
        ([part, value]) => value !== brand[part as keyof Brand],
      );
      const link = await createFirstAdmin(
        {
          email,
          name,
          ...(hasNewBrand && { brand: chosen.brand }),
          ...(chosen.currency !== currency && { currency: chosen.currency }),
          ...(contactEmail && { contactEmail }),
        },
        token,
      );
      updateSiteInfo?.(chosen);
      showBrandColors(chosen.brand);
      // After the password and the login comes the second factor.
      const state: LoginState = { from: { pathname: PATHS.account, search: '' } };
      void navigate(link, { state });
    },
  });
  const { register, control, errors, isSubmitting, failure, onSubmit } = form;
  const email = useWatch({ control, name: 'email' });
  const sendEmail = async () => {
    if (!email) throw new Error('Enter your email address first.');
    return sendSetupEmail(token, email);
  };
  return (
    <form method="post" className="grid gap-4" onSubmit={onSubmit} noValidate>
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <Field label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <SiteFields form={form} />
      <SubmitButton busy={isSubmitting}>Create admin account</SubmitButton>
      {failure && <FormError>{failure}</FormError>}
      <p className="muted text-sm">
        Next, set a password, log in, and set up two-factor authentication. Only then does the account have
        admin rights. Site Health in the dashboard lists what is left to do.
      </p>
      <section aria-labelledby="settings-test" className="grid gap-4 border-t border-base-300 pt-4">
        <h2 id="settings-test" className="text-lg">
          Test your settings
        </h2>
        <TestEmail send={sendEmail} />
        <CardProviderTest test={() => testSetupCardProvider(token)} />
      </section>
    </form>
  );
};

const Closed = () => (
  <Notice
    icon={<Link2Off />}
    title="This setup link is invalid, or the site has already been set up"
    role="alert"
  >
    <p className="muted">Until the site has an admin, the server prints a valid link each time it starts.</p>
    <Link to={PATHS.login} className="btn btn-primary">
      Log in
    </Link>
  </Notice>
);

export const Component = () => {
  const token = useSearchParams()[0].get('token') ?? '';
  const { data, isError, refetch } = useQuery(setupQuery(token));
  return (
    <AccountPanel title="Set up your site" lead="Create the first admin account.">
      <PageMeta title="Set up your site" hidden />
      {isError && !data && <LoadError title="The server did not respond" onRetry={() => void refetch()} />}
      {!isError && !data && <PageSpinner />}
      {data && (data.open ? <AdminForm token={token} /> : <Closed />)}
    </AccountPanel>
  );
};
