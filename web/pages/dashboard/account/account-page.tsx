import { useLayoutEffect } from 'react';
import { EmailTopics } from '#web/account/email-topics.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { BillingForm } from './billing-form.tsx';
import { DeletionForm } from './deletion-form.tsx';
import { EmailForm } from './email-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { PersonalDataButton } from './personal-data-button.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** Scrolls to the section named in the address of a new document, which is placed before this screen appears. */
const showSection = (): void => {
  if (window.scrollY === 0) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
};

/** Settings for sign-in, sessions, billing details, emails and personal data. */
export const Component = () => {
  useLayoutEffect(showSection, []);
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageMeta title="Account" hidden />
      <h1>Account</h1>
      <section className="panel grid grid-cols-1 gap-4 p-6 sm:p-8" aria-labelledby="account-email">
        <h2 id="account-email">Email address</h2>
        <EmailForm />
      </section>
      <section className="panel grid grid-cols-1 gap-4 p-6 sm:p-8" aria-labelledby="account-password">
        <h2 id="account-password">Password</h2>
        <PasswordForm />
      </section>
      <section className="panel grid grid-cols-1 gap-4 p-6 sm:p-8" aria-labelledby="account-second-factor">
        <h2 id="account-second-factor">Two-factor authentication</h2>
        <SecondFactor />
      </section>
      <section className="panel grid grid-cols-1 gap-4 p-6 sm:p-8" aria-labelledby="account-sessions">
        <h2 id="account-sessions">Active sessions</h2>
        <Sessions />
      </section>
      <section className="panel grid grid-cols-1 gap-4 p-6 sm:p-8" aria-labelledby="account-billing">
        <h2 id="account-billing">Billing details</h2>
        <BillingForm />
      </section>
      <section className="panel grid grid-cols-1 gap-4 p-6 sm:p-8" aria-labelledby="account-emails">
        <h2 id="account-emails">Emails</h2>
        <EmailTopics />
      </section>
      <section className="panel grid grid-cols-1 gap-4 p-6 sm:p-8" aria-labelledby="account-data">
        <h2 id="account-data">Your data</h2>
        <PersonalDataButton />
      </section>
      <section className="panel grid grid-cols-1 gap-4 p-6 sm:p-8" aria-labelledby="account-deletion">
        <h2 id="account-deletion">Delete your account</h2>
        <DeletionForm />
      </section>
    </div>
  );
};
