import { sellerSchema, type SiteSettings } from '#contract/site-settings.ts';
import { useSite } from '#web/meta/site-context.ts';
import { CURRENCY_OPTIONS } from '#web/payments/currency-options.ts';
import { Field } from '#web/ui/field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { SaveOutcome } from './save-outcome.tsx';
import { useSettingsForm } from './use-settings-form.ts';

/** The form for the currency and the seller's details on receipts. */
export const SellerForm = ({ settings }: { settings: SiteSettings }) => {
  const { updateSiteInfo } = useSite();
  const { register, errors, isSubmitting, isDirty, onSubmit, outcome } = useSettingsForm({
    part: 'seller',
    settings,
    schema: sellerSchema,
    saved: 'Receipt settings saved',
    onSaved: ({ seller }) => updateSiteInfo?.({ currency: seller.currency }),
  });
  return (
    <section aria-labelledby="receipts" className="panel grid gap-6 p-6 sm:p-8 lg:me-88">
      <div>
        <h2 id="receipts">Currency and receipts</h2>
        <p className="muted mt-1">
          Changes apply to receipts from the next purchase on. Existing receipts do not change.
        </p>
      </div>
      <form method="post" className="grid gap-6" onSubmit={onSubmit} noValidate>
        <SelectField
          label="Currency"
          placeholder="Choose a currency"
          options={CURRENCY_OPTIONS}
          hint="The currency of all prices. Changing it does not convert existing prices. You can’t change it after the first payment."
          error={errors.currency?.message}
          {...register('currency')}
        />
        <Field
          label="Seller"
          hint="The legal name. If empty, receipts show the company name."
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
            hint="Prices include it. With 0, receipts show no tax."
            error={errors.taxRate?.message}
            {...register('taxRate', { valueAsNumber: true })}
          />
        </div>
        <SubmitButton busy={isSubmitting} disabled={!isDirty} className="justify-self-start">
          Save receipt settings
        </SubmitButton>
        <SaveOutcome {...outcome} />
      </form>
    </section>
  );
};
