import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import {
  type TeacherRequest,
  type TeacherRequestInput,
  teacherRequestInputSchema,
} from '#contract/teacher-requests.ts';
import { createTeacherRequest, teacherRequestKeys } from '#web/calls/teacher-requests.ts';
import { useOfferedSkills } from '#web/classes/use-offered-skills.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { UNSENT } from '#web/forms/use-leave-warning.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { ImageField } from '#web/images/image-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';

const contentOf = (request: TeacherRequest | undefined) =>
  request && {
    name: request.name,
    title: request.title,
    image: request.image,
    experience: request.experience,
    category: request.category,
  };

/** The form for a request to become a teacher. It is filled in with a request that was rejected. */
export const RequestForm = ({ rejected }: { rejected?: TeacherRequest }) => {
  const { displayName, email, photoURL } = useSignedInUser();
  const queryClient = useQueryClient();
  const { choicesFor, send } = useOfferedSkills();
  const { register, control, setValue, onUploading, errors, isSubmitting, failure, onSubmit } =
    useCallForm<TeacherRequestInput>({
      schema: teacherRequestInputSchema,
      defaultValues: { name: displayName, image: photoURL, title: '', ...contentOf(rejected), email },
      warnOnLeave: UNSENT,
      onSend: async (input) => {
        await send(
          () => createTeacherRequest({ ...input, status: 'Pending' }),
          (field) => setValue(field, ''),
        );
        await queryClient.invalidateQueries({ queryKey: teacherRequestKeys.all });
        await showToast('Request submitted for review');
      },
    });
  const [image, experience, category] = useWatch({ control, name: ['image', 'experience', 'category'] });
  const { experienceLevels, skillCategories } = choicesFor({ experience, category });

  return (
    <form method="post" className="panel grid gap-5 p-6 sm:p-8" onSubmit={onSubmit} noValidate>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        <Field label="Email" type="email" readOnly error={errors.email?.message} {...register('email')} />
        <Field
          label="Title"
          hint="What you do, in a few words"
          error={errors.title?.message}
          {...register('title')}
        />
        <SelectField
          label="Experience"
          placeholder="Select your experience"
          options={experienceLevels}
          error={errors.experience?.message}
          {...register('experience')}
        />
        <SelectField
          label="Skill category"
          placeholder="Select your field"
          options={skillCategories}
          error={errors.category?.message}
          {...register('category')}
        />
      </div>
      <ImageField
        label="Photo URL"
        shape="avatar"
        current={image}
        error={errors.image?.message}
        onPicture={(address) => setValue('image', address, { shouldDirty: true, shouldValidate: true })}
        onUploading={onUploading('image')}
        {...register('image')}
      />
      <SubmitButton busy={isSubmitting} className="justify-self-start">
        Submit For Review
      </SubmitButton>
      {failure && <FormError>{failure}</FormError>}
    </form>
  );
};
