import { contactDetailsSchema, type SiteSettings } from '#contract/site-settings.ts';
import { DEFAULT_PHONE } from '#contract/site-info.ts';
import { useSite } from '#web/meta/site-context.ts';
import { Field } from '#web/ui/field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { SaveOutcome } from './save-outcome.tsx';
import { useSettingsForm } from './use-settings-form.ts';

/** The form for the phone number on profiles and the recipient of contact messages. */
export const ContactForm = ({ settings }: { settings: SiteSettings }) => {
  const { updateSiteInfo } = useSite();
  const { register, errors, isSubmitting, isDirty, onSubmit, outcome } = useSettingsForm({
    part: 'contact',
    settings,
    schema: contactDetailsSchema,
    saved: 'Contact details saved',
    onSaved: ({ contact }) => updateSiteInfo?.({ phone: contact.phone }),
  });
  return (
    <section aria-labelledby="contact" className="panel grid gap-6 p-6 sm:p-8 lg:me-88">
      <div>
        <h2 id="contact">Contact</h2>
        <p className="muted mt-1">How people reach you.</p>
      </div>
      <form method="post" className="grid gap-6" onSubmit={onSubmit} noValidate>
        <Field
          label="Phone number"
          type="tel"
          autoComplete="off"
          placeholder={DEFAULT_PHONE}
          hint="Shown on every profile. If empty, profiles show no phone number."
          error={errors.phone?.message}
          {...register('phone')}
        />
        <Field
          label="Contact email"
          type="email"
          autoComplete="off"
          hint="Receives messages from the contact form. If empty, they go to CONTACT_EMAIL in the server’s settings; if that is not set, the form only shows a confirmation."
          error={errors.email?.message}
          {...register('email')}
        />
        <SubmitButton busy={isSubmitting} disabled={!isDirty} className="justify-self-start">
          Save contact details
        </SubmitButton>
        <SaveOutcome {...outcome} />
      </form>
    </section>
  );
};
