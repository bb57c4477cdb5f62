import { type ReactNode, useLayoutEffect } from 'react';
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

interface SettingsProps {
  /** The end of the section's id, by which addresses name it. */
  name: string;
  title: string;
  children: ReactNode;
}

const Settings = ({ name, title, children }: SettingsProps) => {
  const id = `account-${name}`;
  return (
    <section className="panel grid grid-cols-1 gap-4 p-6 sm:p-8" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
};

/** Settings for sign-in, sessions, billing details, emails and personal data. */
export const Component = () => {
  useLayoutEffect(showSection, []);
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageMeta title="Account" hidden />
      <h1>Account</h1>
      <Settings name="email" title="Email address">
        <EmailForm />
      </Settings>
      <Settings name="password" title="Password">
        <PasswordForm />
      </Settings>
      <Settings name="second-factor" title="Two-factor authentication">
        <SecondFactor />
      </Settings>
      <Settings name="sessions" title="Active sessions">
        <Sessions />
      </Settings>
      <Settings name="billing" title="Billing details">
        <BillingForm />
      </Settings>
      <Settings name="emails" title="Emails">
        <EmailTopics />
      </Settings>
      <Settings name="data" title="Your data">
        <PersonalDataButton />
      </Settings>
      <Settings name="deletion" title="Delete your account">
        <DeletionForm />
      </Settings>
    </div>
  );
};
