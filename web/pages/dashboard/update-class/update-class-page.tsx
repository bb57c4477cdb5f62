import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type Class, type ClassInput, type ClassUpdate, classUpdateSchema } from '#contract/classes.ts';
import { classKeys, updateClass } from '#web/calls/classes.ts';
import { PATHS } from '#web/paths.ts';
import { showToast } from '#web/ui/toast.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { ClassForm } from '#web/classes/class-form.tsx';
import { OwnClass } from '#web/classes/own-class.tsx';

/** What the teacher can change of a class. */
const changeable = (own: Class): Partial<ClassUpdate> =>
  Object.fromEntries(classUpdateSchema.keyof().options.map((name) => [name, own[name]]));

const UpdateForm = ({ own }: { own: Class }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  const update = async (input: ClassInput) => {
    await updateClass(own._id, input);
    await queryClient.invalidateQueries({ queryKey: classKeys.all });
    void navigate(PATHS.myAddedClass);
    void showToast('Class updated');
  };

  return (
    <ClassForm
      defaultValues={changeable(own)}
      showTeacher={false}
      submitLabel="Update Class"
      onSend={update}
    />
  );
};

export const Component = () => {
  return (
    <OwnClass>
      {(own) => (
        <div className="grid gap-6">
          <PageMeta title="Update Class" />
          <header className="grid gap-2">
            <h1>Update Class</h1>
            {own.status === 'rejected' && (
              <p className="muted">
                {own.reason ? (
                  <>
                    This class was rejected: <bdi>{own.reason}</bdi>{' '}
                  </>
                ) : (
                  'This class was rejected. '
                )}
                We’ll review it again once you’ve updated it.
              </p>
            )}
          </header>
          <UpdateForm own={own} />
        </div>
      )}
    </OwnClass>
  );
};
