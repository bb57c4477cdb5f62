import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import type { NewPassword } from '#contract/auth.ts';
import { Field } from '#web/ui/field.tsx';
import { usePasswordMinLength } from './use-password-min-length.ts';

interface NewPasswordFieldsProps {
  register: (name: keyof NewPassword) => UseFormRegisterReturn;
  errors: FieldErrors<NewPassword>;
}

/** A new password, twice. */
export const NewPasswordFields = ({ register, errors }: NewPasswordFieldsProps) => (
  <>
    <Field
      label="New password"
      type="password"
      autoComplete="new-password"
      hint={`At least ${usePasswordMinLength()} characters. A sentence is best.`}
      error={errors.newPassword?.message}
      {...register('newPassword')}
    />
    <Field
      label="New password again"
      type="password"
      autoComplete="new-password"
      error={errors.repeated?.message}
      {...register('repeated')}
    />
  </>
);
