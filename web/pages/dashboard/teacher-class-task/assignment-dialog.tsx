import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import {
  type Assignment,
  type AssignmentInput,
  assignmentInputSchema,
  effectivePassMarks,
  MARKS,
} from '#contract/assignments.ts';
import type { Class } from '#contract/classes.ts';
import { dateSchema } from '#contract/common.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { endOfDay } from '#contract/deadline.ts';
import { assignmentKeys, setAssignment } from '#web/calls/assignments.ts';
import { classKeys } from '#web/calls/classes.ts';
import { storedInConflict } from '#web/calls/client/edit-conflict.ts';
import { invalidate } from '#web/calls/client/invalidate.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useCloseWhileOpen } from '#web/forms/use-close-while-open.ts';
import { useUnconfirmed } from '#web/forms/use-unconfirmed.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { formatDeadline } from '#web/ui/format-date.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AssignmentTerms } from './assignment-terms.tsx';

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const CHANGED =
  'This assignment was changed elsewhere in the meantime, as shown above. Saving again replaces what is stored now.';

/** What a teacher sends, with the pass mark that applies. */
const contentOf = ({
  title,
  description,
  marks,
  passMarks,
  date,
  timeZone,
}: AssignmentInput | Assignment) => ({
  title,
  description,
  marks,
  passMarks: effectivePassMarks({ marks, passMarks: passMarks ?? null }),
  date,
  timeZone,
});

/** What was stored while the dialog was open. */
const Stored = ({ assignment }: { assignment: Assignment }) => (
  <div className="grid gap-2 rounded-field bg-base-200 p-4">
    <p dir="auto" className="font-semibold">
      {assignment.title}
    </p>
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {assignment.description}
    </p>
    <AssignmentTerms {...assignment} />
  </div>
);

const describeDeadline = (dueAt: Date): string => {
  const until = formatDeadline(dueAt.toISOString());
  return dueAt.getTime() > Date.now()
    ? `Students can submit until ${until}`
    : `This has passed: ${until}. Submissions will be marked late.`;
};

/** What the pass mark is for, and what a higher one than the `stored` one does. */
const describePassMarks = (chosen: number, stored: Assignment | undefined): string =>
  stored && chosen > stored.passMarks
    ? `Graded work with fewer than ${chosen} marks no longer passes, unless its student has the certificate.`
    : 'Students need it for the certificate. If empty, it is half of the marks.';

/** Creates or edits a class's assignment. The chosen day ends at midnight in the teacher's time zone. */
export const AssignmentDialog = ({ own, onClose }: { own: Class; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const close = useCloseWhileOpen(onClose);
  /** The assignment that the form was filled from. The class is reloaded while the dialog is open. */
  const [opened] = useState(own.assignments);
  /** What has been stored since, if saving found that. */
  const [changed, setChanged] = useState<Assignment>();
  const unconfirmed = useUnconfirmed<ReturnType<typeof contentOf>>();
  const isNew = !opened;
  // An unchanged deadline keeps its time zone, so that it does not move when the teacher travels.
  const timeZoneOf = (date: string) => (opened?.date === date ? opened.timeZone : ownTimeZone());
  const { register, control, errors, isSubmitting, isDirty, failure, onSubmit } =
    useCallForm<AssignmentInput>({
      schema: assignmentInputSchema,
      defaultValues: { title: '', description: '', date: '', ...opened, name: own.name },
      onSend: async (input) => {
        const reload = () => invalidate(queryClient, classKeys, assignmentKeys);
        const content = { ...input, timeZone: timeZoneOf(input.date) };
        try {
          await unconfirmed.change({
            content: contentOf(content),
            seen: changed ?? opened,
            contentOf,
            write: (seen) => setAssignment(own._id, { ...content, version: seen?.version ?? 0 }),
          });
        } catch (error) {
          const current = storedInConflict(error);
          if (!current) throw error;
          setChanged(current as Assignment);
          void reload();
          throw new Error(CHANGED, { cause: error });
        }
        await reload();
        close();
        void showToast(isNew ? 'Assignment created' : 'Assignment saved');
      },
    });

  const [chosenDate, marks, passMarks] = useWatch({ control, name: ['date', 'marks', 'passMarks'] });
  const { data: date } = dateSchema.safeParse(chosenDate);

  return (
    <Dialog title={isNew ? 'Create Assignment' : 'Edit Assignment'} onClose={onClose}>
      <DialogForm
        action={isNew ? 'Create Assignment' : 'Save'}
        busy={isSubmitting}
        isDirty={isDirty}
        failure={failure}
        onSubmit={onSubmit}
      >
        {changed && <Stored assignment={changed} />}
        <Field label="Name" readOnly {...register('name')} />
        <Field label="Title" error={errors.title?.message} {...register('title')} />
        <TextArea
          label="Description"
          rows={5}
          maxLength={TEXT_LIMITS.description}
          error={errors.description?.message}
          {...register('description')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Marks"
            type="number"
            inputMode="numeric"
            min={MARKS.min}
            max={MARKS.max}
            error={errors.marks?.message}
            {...register('marks', { valueAsNumber: true })}
          />
          <Field
            label="Pass mark (optional)"
            type="number"
            inputMode="numeric"
            min={0}
            max={MARKS.max}
            hint={describePassMarks(effectivePassMarks({ marks, passMarks: passMarks ?? null }), opened)}
            error={errors.passMarks?.message}
            {...register('passMarks', { setValueAs: (value) => (value === '' ? undefined : Number(value)) })}
          />
          <Field
            label="Deadline"
            type="date"
            hint={date ? describeDeadline(endOfDay(date, timeZoneOf(date))) : undefined}
            error={errors.date?.message}
            {...register('date')}
          />
        </div>
      </DialogForm>
    </Dialog>
  );
};
