import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Seller, sellerSchema, type SiteSettings } from '#contract/site-settings.ts';
import { ApiError } from '#web/calls/api-error.ts';
import { siteSettingsQuery, updateSiteSettings } from '#web/calls/site-settings.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { showToast } from '#web/ui/toast.ts';

/** The form of what receipts say of the seller. */
export const SellerForm = ({ settings }: { settings: SiteSettings }) => {
  const queryClient = useQueryClient();
  const [isOutdated, setOutdated] = useState(false);
  const { register, reset, errors, isSubmitting, isDirty, failure, onSubmit } = useCallForm<Seller>({
    schema: sellerSchema,
    defaultValues: settings.seller,
    warnOnLeave: true,
    onSend: async (seller) => {
      try {
        const stored = await updateSiteSettings({ seller }, settings.version);
        queryClient.setQueryData(siteSettingsQuery.queryKey, stored);
        reset(stored.seller);
        setOutdated(false);
        void showToast('Receipt settings saved');
      } catch (error) {
        setOutdated(error instanceof ApiError && error.code === 'edit_conflict');
        throw error;
      }
    },
  });
  const discard = async () => {
    const current = await queryClient.query(siteSettingsQuery);
    reset(current.seller);
    setOutdated(false);
  };
  return (
    <section aria-labelledby="receipts" className="panel grid gap-6 p-6 sm:p-8 lg:me-88">
      <div>
        <h2 id="receipts">Receipts</h2>
        <p className="muted mt-1">
          They are on receipts from the next purchase on. Receipts that were issued before do not change.
        </p>
      </div>
      <form method="post" className="grid gap-6" onSubmit={onSubmit} noValidate>
        <Field
          label="Seller"
          hint="The legal name. If it is empty, receipts have the company."
          error={errors.name?.message}
          {...register('name')}
        />
        <TextArea label="Address" rows={3} error={errors.address?.message} {...register('address')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Tax number" error={errors.taxNumber?.message} {...register('taxNumber')} />
          <Field
            label="Tax rate, percent"
            type="number"
            step="0.01"
            min="0"
            hint="Prices include it. 0: receipts state no tax."
            error={errors.taxRate?.message}
            {...register('taxRate', { valueAsNumber: true })}
          />
        </div>
        <SubmitButton busy={isSubmitting} disabled={!isDirty} className="justify-self-start">
          Save receipt settings
        </SubmitButton>
        {failure && <FormError>{failure}</FormError>}
        {isOutdated && (
          <button type="button" className="btn w-fit btn-outline" onClick={() => void discard()}>
            Discard my changes and show the current settings
          </button>
        )}
      </form>
    </section>
  );
};
