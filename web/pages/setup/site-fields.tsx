import { useWatch } from 'react-hook-form';
import type { SiteSetup } from '#contract/setup.ts';
import type { useCallForm } from '#web/forms/use-call-form.ts';
import { CURRENCY_OPTIONS } from '#web/payments/currency-options.ts';
import { ColorField } from '#web/ui/color-field.tsx';
import { Field } from '#web/ui/field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';

/** The brand, the currency and the contact address of a new site. All are optional. */
export const SiteFields = ({ form }: { form: ReturnType<typeof useCallForm<SiteSetup>> }) => {
  const { register, control, setValue, errors } = form;
  const accent = useWatch({ control, name: 'brand.accent' });
  return (
    <section aria-labelledby="your-site" className="grid gap-4 border-t border-base-300 pt-4">
      <div>
        <h2 id="your-site" className="text-lg">
          Your site
        </h2>
        <p className="muted text-sm">Optional. You can change all of it later under Site Settings.</p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Logo word" error={errors.brand?.logoFirst?.message} {...register('brand.logoFirst')} />
        <Field
          label="Logo word, second part"
          error={errors.brand?.logoSecond?.message}
          {...register('brand.logoSecond')}
        />
      </div>
      <Field label="Company" error={errors.brand?.company?.message} {...register('brand.company')} />
      <Field label="Tagline" error={errors.brand?.claim?.message} {...register('brand.claim')} />
      <ColorField
        label="Accent color"
        error={errors.brand?.accent?.message}
        current={accent}
        onPick={(color) => setValue('brand.accent', color, { shouldValidate: true })}
        {...register('brand.accent')}
      />
      <SelectField
        label="Currency"
        placeholder="Choose a currency"
        options={CURRENCY_OPTIONS}
        hint="You can change it until the first payment."
        error={errors.currency?.message}
        {...register('currency')}
      />
      <Field
        label="Contact email"
        type="email"
        autoComplete="off"
        hint="Receives messages from the contact form."
        error={errors.contactEmail?.message}
        {...register('contactEmail')}
      />
    </section>
  );
};
