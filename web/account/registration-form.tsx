import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type Registration, registrationSchema } from '#contract/auth.ts';
import { openInvitation } from '#web/calls/registration.ts';
import { uploadPicture } from '#web/calls/uploads.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import type { ChosenPicture } from '#web/images/chosen-picture.ts';
import { DeferredImageField } from '#web/images/deferred-image-field.tsx';
import { usePictureOwner } from '#web/images/use-picture-owner.ts';
import { useSession } from '#web/session/session-context.ts';
import { useUntilSignedIn } from '#web/session/use-until-signed-in.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { AVATAR_FALLBACK } from '#web/ui/picture.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';
import { usePasswordMinLength } from './use-password-min-length.ts';

interface Invitation {
  token: string;
  /** The only address that can use the invitation. */
  email?: string;
}

/** The form that creates an account, with an invitation if it needs one. */
export const RegistrationForm = ({ invitation }: { invitation?: Invitation }) => {
  const session = useSession();
  const untilSignedIn = useUntilSignedIn();
  const minLength = usePasswordMinLength();
  const [chosen, setChosen] = useState<ChosenPicture>();
  const { own } = usePictureOwner();
  const addPhoto = async (displayName: string, { file, crop }: ChosenPicture) => {
    try {
      const options = { onProgress: () => undefined, signal: new AbortController().signal };
      await session.updateProfile({ displayName, photoURL: await uploadPicture(file, crop, options) });
    } catch {
      await showToast('Your photo could not be uploaded. Add it in your profile.', 'failure');
    }
  };
  const { register, control, setValue, errors, isSubmitting, failure, onSubmit } = useCallForm<Registration>({
    schema: registrationSchema(minLength),
    defaultValues: invitation?.email ? { email: invitation.email } : undefined,
    onSend: async (registration) => {
      // Another invitation may have been opened in another tab since.
      if (invitation) await openInvitation(invitation.token);
      await session.register(registration);
      await untilSignedIn();
      if (chosen) await addPhoto(registration.name, chosen);
    },
  });
  const photo = useWatch({ control, name: 'photo' });

  return (
    <form method="post" className="grid gap-4" onSubmit={onSubmit} noValidate>
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        readOnly={invitation?.email !== undefined}
        hint={invitation?.email && 'Your invitation is for this address'}
        error={errors.email?.message}
        {...register('email')}
      />
      <Field label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${minLength} characters`}
        error={errors.password?.message}
        {...register('password')}
      />
      <DeferredImageField
        label="Photo URL"
        shape="avatar"
        current={photo}
        autoComplete="photo"
        placeholder="https://"
        error={errors.photo?.message}
        chosen={chosen}
        onChoose={(picture) => {
          own(picture);
          setChosen(picture);
          // The fallback stands in until the photo is uploaded.
          setValue('photo', picture ? AVATAR_FALLBACK : '', { shouldValidate: picture !== undefined });
        }}
        {...register('photo')}
      />
      <SubmitButton busy={isSubmitting || session.user !== null}>Register</SubmitButton>
      {failure && <FormError>{failure}</FormError>}
    </form>
  );
};
