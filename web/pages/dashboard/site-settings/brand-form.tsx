import { useWatch } from 'react-hook-form';
import { type Brand, DEFAULT_BRAND } from '#contract/brand.ts';
import { brandSchema, type SiteSettings } from '#contract/site-settings.ts';
import { ImageField } from '#web/images/image-field.tsx';
import { requirePictures } from '#web/images/require-pictures.ts';
import { showBrandColors } from '#web/meta/show-brand-colors.ts';
import { useSite } from '#web/meta/site-context.ts';
import { ColorField } from '#web/ui/color-field.tsx';
import { Field } from '#web/ui/field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { SaveOutcome } from './save-outcome.tsx';
import { useSettingsForm } from './use-settings-form.ts';

const PICTURES = ['logoImage', 'shareImage'] as const;

/** The pictures of a brand that are not stored yet. */
const chosenPictures = (brand: Brand, stored: Brand): Record<string, string> =>
  Object.fromEntries(
    PICTURES.flatMap((name) => (brand[name] && brand[name] !== stored[name] ? [[name, brand[name]]] : [])),
  );

/** The form for the brand, with a live preview. */
export const BrandForm = ({ settings }: { settings: SiteSettings }) => {
  const { updateSiteInfo } = useSite();
  const { register, control, setValue, onUploading, errors, isSubmitting, isDirty, onSubmit, outcome } =
    useSettingsForm({
      part: 'brand',
      settings,
      schema: brandSchema,
      verify: (brand) => requirePictures(chosenPictures(brand, settings.brand)),
      saved: 'Site settings saved',
      onSaved: ({ brand }) => {
        updateSiteInfo?.({ brand });
        showBrandColors(brand);
      },
    });
  const values = useWatch({ control }) as Brand;
  const picture = (name: (typeof PICTURES)[number]) => ({
    ...register(name),
    isChecked: true,
    current: values[name],
    error: errors[name]?.message,
    onPicture: (address: string) => setValue(name, address, { shouldDirty: true, shouldValidate: true }),
    onUploading: onUploading(name),
  });

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <form method="post" className="panel grid gap-6 p-6 sm:p-8" onSubmit={onSubmit} noValidate>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Logo word"
            hint="First part"
            error={errors.logoFirst?.message}
            {...register('logoFirst')}
          />
          <Field
            label="Logo word, second part"
            hint="In the accent color. Optional."
            error={errors.logoSecond?.message}
            {...register('logoSecond')}
          />
        </div>
        <Field
          label="Company"
          hint="In the footer, emails and receipts"
          error={errors.company?.message}
          {...register('company')}
        />
        <Field
          label="Tagline"
          hint="Under the company’s name. Optional."
          error={errors.claim?.message}
          {...register('claim')}
        />
        <Field
          label="Description"
          hint="Shown by search engines and shared links"
          error={errors.description?.message}
          {...register('description')}
        />
        <ColorField
          label="Accent color"
          hint="Links and buttons. The dark theme uses a lighter shade of it."
          error={errors.accent?.message}
          current={values.accent}
          onPick={(color) => setValue('accent', color, { shouldDirty: true, shouldValidate: true })}
          {...register('accent')}
        />
        <ImageField label="Logo picture URL" shape="logo" {...picture('logoImage')} />
        <ImageField label="URL of the picture for shared links" shape="share" {...picture('shareImage')} />
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton busy={isSubmitting} disabled={!isDirty}>
            Save
          </SubmitButton>
          <button
            type="button"
            className="btn btn-lg"
            onClick={() => {
              for (const name of Object.keys(DEFAULT_BRAND) as (keyof Brand)[])
                setValue(name, DEFAULT_BRAND[name], { shouldDirty: true, shouldValidate: true });
            }}
          >
            Fill in the defaults
          </button>
        </div>
        <SaveOutcome {...outcome} />
      </form>
      <BrandPreview brand={values} current={settings.brand} />
    </div>
  );
};
