import { useWatch } from 'react-hook-form';
import { type Profile, profileSchema } from '#contract/auth.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useSession, useSignedInUser } from '#web/session/session-context.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { ImageField } from '#web/images/image-field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';

/** Updates the display name and photo at the identity provider. */
export const ProfileForm = () => {
  const { updateProfile } = useSession();
  const values = useSignedInUser();
  const { register, control, setValue, onUploading, errors, isSubmitting, isDirty, failure, onSubmit } =
    useCallForm<Profile>({
      schema: profileSchema,
      values: { displayName: values.displayName, photoURL: values.photoURL },
      onSend: async (profile) => {
        await updateProfile(profile);
        void showToast('Profile updated');
      },
    });
  const photo = useWatch({ control, name: 'photoURL' });

  return (
    <section className="panel grid gap-5 p-6 sm:p-8" aria-labelledby="edit-profile">
      <h2 id="edit-profile">Edit your profile</h2>
      <form method="post" className="grid max-w-lg gap-4" onSubmit={onSubmit} noValidate>
        <Field
          label="Name"
          autoComplete="name"
          error={errors.displayName?.message}
          {...register('displayName')}
        />
        <ImageField
          label="Photo URL"
          shape="avatar"
          current={photo}
          autoComplete="photo"
          error={errors.photoURL?.message}
          onPicture={(address) => setValue('photoURL', address, { shouldDirty: true, shouldValidate: true })}
          onUploading={onUploading('photoURL')}
          {...register('photoURL')}
        />
        <SubmitButton busy={isSubmitting} disabled={!isDirty} className="justify-self-start">
          Save
        </SubmitButton>
        {failure && <FormError>{failure}</FormError>}
      </form>
    </section>
  );
};
