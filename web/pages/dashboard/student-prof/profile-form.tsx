import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type Profile, profileSchema } from '#contract/auth.ts';
import { useSession, useSignedInUser } from '#web/session/session-context.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';

/** Changes the display name and photo at the identity provider. */
export const ProfileForm = () => {
  const { updateProfile } = useSession();
  const values = useSignedInUser();
  const { register, handleSubmit, setError, formState } = useForm<Profile>({
    resolver: zodResolver(profileSchema),
    values: { displayName: values.displayName, photoURL: values.photoURL },
  });
  const { errors, isSubmitting, isDirty } = formState;

  const submit = handleSubmit(async (profile) => {
    try {
      await updateProfile(profile);
      await showToast('Profile updated');
    } catch (failure) {
      setError('root', { message: (failure as Error).message });
    }
  });

  return (
    <section className="panel grid gap-5 p-6 sm:p-8" aria-labelledby="edit-profile">
      <h2 id="edit-profile">Edit your profile</h2>
      <form className="grid max-w-lg gap-4" onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label="Name"
          autoComplete="name"
          error={errors.displayName?.message}
          {...register('displayName')}
        />
        <Field
          label="Photo URL"
          inputMode="url"
          autoComplete="photo"
          error={errors.photoURL?.message}
          {...register('photoURL')}
        />
        <SubmitButton busy={isSubmitting} disabled={!isDirty} className="justify-self-start">
          Save
        </SubmitButton>
        {errors.root?.message && <FormError>{errors.root.message}</FormError>}
      </form>
    </section>
  );
};
