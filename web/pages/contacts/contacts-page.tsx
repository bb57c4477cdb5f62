import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { contactFormSchema, type ContactMessage, MESSAGE_PARAMETER } from '#contract/contact.ts';
import { STATIC_PAGE } from '#web/rendering/page-handle.ts';
import { ArticlePage } from '#web/article/article-page.tsx';
import { CURRENT } from '#web/calls/client/query-client.ts';
import { configQuery } from '#web/calls/config.ts';
import { sendContactMessage } from '#web/calls/contact.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { UNSENT } from '#web/forms/use-leave-warning.ts';
import { useSearchParams } from '#web/routing/router-context.ts';
import { useSession } from '#web/session/session-context.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { NeedsScripts } from '#web/ui/needs-scripts.tsx';
import { Field } from '#web/ui/field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { showToast } from '#web/ui/toast.ts';

const SENT = 'Message Sent Successfully';

export const handle = STATIC_PAGE;

/**
 * The contact form, with the address of a signed-in user, and the message that a link proposes. If the site does not accept
 * messages, it only shows a confirmation.
 */
export const Component = () => {
  const client = useQueryClient();
  const [sent, setSent] = useState(false);
  const email = useSession().user?.email ?? '';
  const message = useSearchParams()[0].get(MESSAGE_PARAMETER) ?? '';
  const { register, errors, isSubmitting, failure, onSubmit } = useCallForm<ContactMessage>({
    schema: contactFormSchema,
    values: { email, message, website: '' },
    warnOnLeave: UNSENT,
    onSend: async (input) => {
      setSent(false);
      const { takesMessages } = await client.query({
        ...configQuery,
        // Fails at once without a connection, as the call after it does, instead of sending the message much later.
        ...CURRENT,
        retry: false,
      });
      if (takesMessages) await sendContactMessage(input);
      setSent(true);
      void showToast(SENT);
      return { email, message: '', website: '' };
    },
  });
  return (
    <ArticlePage title="Contact" lead="A question about a class, a payment or teaching with us? Write to us.">
      <form
        method="post"
        className="panel relative grid max-w-xl gap-5 p-6 sm:p-8"
        onSubmit={onSubmit}
        noValidate
      >
        <NeedsScripts what="This form" />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextArea label="Message" rows={6} error={errors.message?.message} {...register('message')} />
        {/* A honeypot: users neither see nor reach this field, but spam bots fill it in. */}
        <div className="absolute -left-[9999px]" aria-hidden="true">
          <label>
            Website <input type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
          </label>
        </div>
        {failure && <FormError>{failure}</FormError>}
        <SubmitButton busy={isSubmitting} className="justify-self-start">
          Send message
        </SubmitButton>
        {sent && (
          <p role="status" className="flex items-center gap-2 font-semibold text-success">
            <CircleCheck className="size-5" aria-hidden="true" />
            {SENT}
          </p>
        )}
      </form>
    </ArticlePage>
  );
};
