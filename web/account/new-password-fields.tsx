import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import type { NewPassword } from '#contract/auth.ts';
import { Field } from '#web/ui/field.tsx';
import { usePasswordMinLength } from './use-password-min-length.ts';

interface NewPasswordFieldsProps {
  register: (name: keyof NewPassword) => UseFormRegisterReturn;
  errors: FieldErrors<NewPassword>;
}

/** Fields for a new password and its confirmation. */
export const NewPasswordFields = ({ register, errors }: NewPasswordFieldsProps) => (
  <>
    <Field
      label="New password"
      type="password"
      autoComplete="new-password"
      hint={`At least ${usePasswordMinLength()} characters. A sentence works well.`}
      error={errors.newPassword?.message}
      {...register('newPassword')}
    />
    <Field
      label="Confirm new password"
      type="password"
      autoComplete="new-password"
      error={errors.repeated?.message}
      {...register('repeated')}
    />
  </>
);
