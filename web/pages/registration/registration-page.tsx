import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { type Registration, registrationSchema } from '#contract/auth.ts';
import { AccountPanel } from '#web/account/account-panel.tsx';
import { ThirdPartyButton } from '#web/account/third-party-button.tsx';
import { usePasswordMinLength } from '#web/account/use-password-min-length.ts';
import { useReason } from '#web/account/use-reason.tsx';
import { useRedirectWhenSignedIn } from '#web/account/use-redirect-when-signed-in.ts';
import { configQuery } from '#web/calls/config.ts';
import { uploadPicture } from '#web/calls/uploads.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { type ChosenPicture, releasePicture } from '#web/images/chosen-picture.ts';
import { LaterImageField } from '#web/images/later-image-field.tsx';
import { PATHS } from '#web/paths.ts';
import type { PageHandle } from '#web/rendering/page-handle.ts';
import { useSession } from '#web/session/session-context.ts';
import { useOrigin } from '#web/session/use-origin.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { AVATAR_FALLBACK } from '#web/ui/picture.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';

export const handle: PageHandle = { prefetch: ({ load }) => load(configQuery) };

export const Component = () => {
  useRedirectWhenSignedIn();
  const session = useSession();
  const minLength = usePasswordMinLength();
  const { loginState } = useOrigin();
  const reason = useReason();
  const [chosen, setChosen] = useState<ChosenPicture>();
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
    onSend: async (registration) => {
      await session.register(registration);
      await showToast('Login Successful');
      if (chosen) await addPhoto(registration.name, chosen);
    },
  });
  const photo = useWatch({ control, name: 'photo' });

  return (
    <AccountPanel
      title="Create your account"
      lead={reason ? <>Register {reason}</> : 'One account for learning and for teaching.'}
    >
      <PageMeta title="Registration" hidden />
      <form method="post" className="grid gap-4" onSubmit={onSubmit} noValidate>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
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
        <LaterImageField
          label="Photo URL"
          shape="avatar"
          current={photo}
          autoComplete="photo"
          placeholder="https://"
          error={errors.photo?.message}
          chosen={chosen}
          onChoose={(picture) => {
            if (chosen) releasePicture(chosen);
            setChosen(picture);
            // The photo takes this place once it is uploaded.
            setValue('photo', picture ? AVATAR_FALLBACK : '', { shouldValidate: picture !== undefined });
          }}
          {...register('photo')}
        />
        <SubmitButton busy={isSubmitting}>Register</SubmitButton>
        {failure && <FormError>{failure}</FormError>}
      </form>
      <ThirdPartyButton />
      <p className="text-sm">
        Already have an account?{' '}
        <Link to={PATHS.login} state={loginState} className="link font-semibold text-primary">
          Login
        </Link>
      </p>
    </AccountPanel>
  );
};
