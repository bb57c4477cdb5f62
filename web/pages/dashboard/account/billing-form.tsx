import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type BillingDetails, billingDetailsSchema } from '#contract/billing-details.ts';
import { billingDetailsQuery, setBillingDetails } from '#web/calls/billing-details.ts';
import { showStored } from '#web/calls/client/query-client.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { showToast } from '#web/ui/toast.ts';

/** The billing details that appear on the user's receipts from the next purchase on. */
export const BillingForm = () => {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(billingDetailsQuery);
  const { register, errors, isSubmitting, failure, onSubmit } = useCallForm<BillingDetails>({
    schema: billingDetailsSchema,
    values: data,
    onSend: async (details) => {
      await setBillingDetails(details);
      showStored(client, billingDetailsQuery.queryKey, details);
      void showToast('Billing details saved');
    },
  });
  if (isError && !data)
    return <LoadError title="Your billing details could not be loaded" onRetry={() => void refetch()} />;
  return (
    <form method="post" className="grid max-w-lg gap-4" onSubmit={onSubmit} noValidate>
      <p className="muted">
        These details appear on receipts for future purchases. Existing receipts do not change.
      </p>
      <Field
        label="Name or company"
        hint="If empty, receipts show your account name."
        autoComplete="billing organization"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextArea
        label="Address"
        rows={3}
        autoComplete="billing street-address"
        error={errors.address?.message}
        {...register('address')}
      />
      <Field
        label="Tax number"
        hint="If you pay as a company"
        error={errors.taxNumber?.message}
        {...register('taxNumber')}
      />
      <SubmitButton busy={isSubmitting} disabled={!data} className="justify-self-start">
        Save billing details
      </SubmitButton>
      {failure && <FormError>{failure}</FormError>}
    </form>
  );
};
