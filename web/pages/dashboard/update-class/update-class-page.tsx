import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClassChange } from '#contract/class-changes.ts';
import { type Class, type ClassInput, type ClassUpdate, classUpdateSchema } from '#contract/classes.ts';
import { classChangeQuery } from '#web/calls/class-changes.ts';
import { updateClass } from '#web/calls/change-classes.ts';
import { classKeys } from '#web/calls/classes.ts';
import { PATHS } from '#web/paths.ts';
import { useNavigate } from '#web/routing/router-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { showToast } from '#web/ui/toast.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { ClassForm } from '#web/classes/class-form.tsx';
import { OwnClass } from '#web/classes/own-class.tsx';
import { RejectedChange, WaitingChange } from './proposed-change.tsx';

/** The fields of a class that its teacher can change. */
const changeable = (own: Class): Partial<ClassUpdate> =>
  Object.fromEntries(classUpdateSchema.keyof().options.map((name) => [name, own[name]]));

const isWaiting = (own: Class, change: ClassChange | null | undefined): boolean =>
  own.status === 'approve' && change?.status === 'Pending';

const UpdateForm = ({ own, defaultValues }: { own: Class; defaultValues: Partial<ClassUpdate> }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  const update = async (input: ClassInput) => {
    await updateClass(own._id, input);
    await queryClient.invalidateQueries({ queryKey: classKeys.all });
    const change = queryClient.getQueryData(classChangeQuery(own._id).queryKey);
    void navigate(PATHS.myAddedClass);
    void showToast(isWaiting(own, change) ? 'Your change is awaiting review' : 'Class updated');
  };

  return (
    <ClassForm defaultValues={defaultValues} showTeacher={false} submitLabel="Update Class" onSend={update} />
  );
};

/** Explains what happens after an update. */
const Consequence = ({ own: { status, reason } }: { own: Class }) => {
  if (status === 'Pending') return null;
  if (status === 'approve') {
    return (
      <p className="muted">
        A new title, a new description and a higher price are reviewed first. Everything else changes at once.
      </p>
    );
  }
  return (
    <p className="muted">
      {reason ? (
        <>
          This class was rejected: <bdi>{reason}</bdi>{' '}
        </>
      ) : (
        'This class was rejected. '
      )}
      We’ll review it again once you’ve updated it.
    </p>
  );
};

const UpdateClass = ({ own }: { own: Class }) => {
  const { data: change, isPending, refetch } = useQuery(classChangeQuery(own._id));
  /** The id of the rejected change that the teacher edits again. */
  const [reused, setReused] = useState<string>();
  if (isPending) return <PageSpinner />;
  if (change === undefined)
    return <LoadError title="The class could not be loaded" onRetry={() => void refetch()} />;
  const isPublished = own.status === 'approve';
  const isRejected = isPublished && change?.status === 'rejected';
  const edited = change && (change.status === 'Pending' || change._id === reused) ? change : undefined;
  return (
    <>
      {change && isWaiting(own, change) && <WaitingChange change={change} />}
      {isRejected && !edited && <RejectedChange change={change} onReuse={() => setReused(change._id)} />}
      {/* The key discards the form's content when the change is withdrawn or edited elsewhere. */}
      <UpdateForm
        key={edited ? `${edited._id} ${edited.version}` : 'published'}
        own={own}
        defaultValues={{ ...changeable(own), ...edited?.proposed }}
      />
    </>
  );
};

export const Component = () => {
  return (
    <OwnClass heading="Update Class">
      {(own) => (
        <div className="grid grid-cols-1 gap-6">
          <PageMeta title="Update Class" />
          <header className="grid gap-2">
            <h1>Update Class</h1>
            <Consequence own={own} />
          </header>
          <UpdateClass own={own} />
        </div>
      )}
    </OwnClass>
  );
};
