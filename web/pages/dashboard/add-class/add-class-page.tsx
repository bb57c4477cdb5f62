import { useQueryClient } from '@tanstack/react-query';
import type { ClassInput } from '#contract/classes.ts';
import { createClass, createDraft } from '#web/calls/manage-classes.ts';
import { classKeys } from '#web/calls/classes.ts';
import { PATHS } from '#web/paths.ts';
import { useNavigate } from '#web/routing/router-context.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { showToast } from '#web/ui/toast.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { ClassForm } from '#web/classes/class-form.tsx';

export const Component = () => {
  const { displayName, email } = useSignedInUser();
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  const addBy =
    (create: (input: ClassInput) => Promise<unknown>, done: string) => async (input: ClassInput) => {
      await create(input);
      await queryClient.invalidateQueries({ queryKey: classKeys.all });
      void navigate(PATHS.myAddedClass, { isFinal: true });
      void showToast(done);
    };

  return (
    <div className="grid gap-6">
      <PageMeta title="Add Class" />
      <header className="grid gap-2">
        <h1>Add Class</h1>
        <p className="muted">
          We review every class before it’s published. You’ll see our decision under My Added Class.
        </p>
      </header>
      <ClassForm
        defaultValues={{ name: displayName, email, title: '', description: '', image: '' }}
        showTeacher
        main={{ label: 'Add Class', onSend: addBy(createClass, 'Class submitted for review') }}
        second={{
          label: 'Save as draft',
          hint: 'Only you can see a draft. Add its description, image and lessons later, and then submit it for review.',
          onSend: addBy(createDraft, 'Draft saved'),
        }}
      />
    </div>
  );
};
