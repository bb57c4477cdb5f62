import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClassChange } from '#contract/class-changes.ts';
import type { Class, ClassInput } from '#contract/classes.ts';
import { submitDraft, updateClass, updateDraft } from '#web/calls/manage-classes.ts';
import { classChangeQuery } from '#web/calls/class-changes.ts';
import { classKeys } from '#web/calls/classes.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { PATHS } from '#web/paths.ts';
import { useNavigate } from '#web/routing/router-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { showToast } from '#web/ui/toast.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { ClassForm } from '#web/classes/class-form.tsx';
import { OwnClass } from '#web/classes/own-class.tsx';
import { OwnClassNav } from '#web/classes/own-class-nav.tsx';
import { type Changeable, changeable, findChangedFields } from './changeable.ts';
import { OutdatedForm } from './outdated-form.tsx';
import { RejectedChange, PendingChange } from './proposed-change.tsx';

const isWaiting = (own: Class, change: ClassChange | null | undefined): boolean =>
  own.status === 'approve' && change?.status === 'Pending';

interface UpdateFormProps {
  own: Class;
  values: Changeable;
  onDirty: (isDirty: boolean) => void;
  onSent: () => void;
}

const UpdateForm = ({ own, values, onDirty, onSent }: UpdateFormProps) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isDraft = own.status === 'Draft';

  const reload = () => queryClient.invalidateQueries({ queryKey: classKeys.all });
  const update = async (input: ClassInput) => {
    try {
      await (isDraft ? updateDraft : updateClass)(own._id, input, own.revision);
    } catch (error) {
      // Shows what has changed.
      if (error instanceof ApiError && error.code === 'edit_conflict') await reload();
      throw error;
    }
    onSent();
  };
  const leave = async (done: () => string) => {
    await reload();
    void navigate(PATHS.myAddedClass, { isFinal: true });
    void showToast(done());
  };
  const save = async (input: ClassInput) => {
    await update(input);
    await leave(() => {
      if (isDraft) return 'Draft saved';
      const change = queryClient.getQueryData(classChangeQuery(own._id).queryKey);
      return isWaiting(own, change) ? 'Your change is awaiting review' : 'Class updated';
    });
  };
  const submit = async (input: ClassInput) => {
    await update(input);
    try {
      // Saving has added one.
      await submitDraft(own._id, own.revision && own.revision + 1);
    } catch (error) {
      // The draft was saved, so the next attempt starts from there.
      await reload();
      throw error;
    }
    await leave(() => 'Class submitted for review');
  };

  return (
    <ClassForm
      defaultValues={values}
      values={values}
      stored={own}
      showTeacher={false}
      onDirty={onDirty}
      main={{ label: isDraft ? 'Save draft' : 'Update Class', onSend: save }}
      second={
        isDraft
          ? {
              label: 'Submit for review',
              hint: 'Submit for review also saves your changes. A draft needs a description and an image before it is submitted. A submitted class can’t become a draft again.',
              onSend: submit,
            }
          : undefined
      }
    />
  );
};

/** Explains what happens after an update. */
const Consequence = ({ own: { status, reason } }: { own: Class }) => {
  if (status === 'Pending') return null;
  if (status === 'Draft')
    return <p className="muted">This is a draft. Only you can see it until you submit it for review.</p>;
  if (status === 'approve') {
    return (
      <p className="muted">
        We review a new title, a new description or a higher price first. Everything else changes immediately.
      </p>
    );
  }
  return (
    <div className="panel mt-3 grid gap-2 border-error p-5">
      <p className="font-bold">This class was rejected</p>
      {reason && (
        <p className="wrap-anywhere">
          Reason: <bdi>{reason}</bdi>
        </p>
      )}
      <p className="muted text-sm">We’ll review it again once you’ve updated it.</p>
    </div>
  );
};

const versionOf = (change: ClassChange | undefined): string =>
  change ? `${change._id} ${change.version}` : '';

const UpdateClass = ({ own, change }: { own: Class; change: ClassChange | null }) => {
  /** The rejected change that the teacher edits again, and the pending one that they have withdrawn, by their ids. */
  const [reused, setReused] = useState<string>();
  const [withdrawn, setWithdrawn] = useState<string>();
  const isPending = change?.status === 'Pending' && change._id !== withdrawn;
  const edited = change && (isPending || change._id === reused) ? change : undefined;
  /** What the form was filled from, and how often. Both may be changed elsewhere meanwhile. */
  const [filled, setFilled] = useState({ own, from: edited, count: 0 });
  const [isDirty, setDirty] = useState(false);
  const [isSent, setSent] = useState(false);
  const fill = (from: ClassChange | undefined) => setFilled({ own, from, count: filled.count + 1 });
  const isRejected = own.status === 'approve' && change?.status === 'rejected';
  const isOtherChange = versionOf(edited) !== versionOf(filled.from);
  const changedFields = findChangedFields(filled.own, own);
  const isOutdated = !isSent && (isOtherChange || changedFields.length > 0);
  if (isOutdated && !isDirty) fill(edited);
  const describeOutdated = (): string | undefined => {
    if (!isOtherChange) return `The class was changed elsewhere: ${changedFields.join(', ')}.`;
    if (edited) return 'Your change was edited elsewhere.';
    // The panel of the rejected change says so.
    if (isRejected && change._id === filled.from?._id) return undefined;
    return 'Your change was approved or withdrawn.';
  };
  const reuse = (rejected: ClassChange) => {
    setReused(rejected._id);
    fill(rejected);
  };
  const noteWithdrawn = (id: string) => {
    setWithdrawn(id);
    fill(undefined);
  };
  return (
    <>
      {change && isWaiting(own, change) && (
        <PendingChange change={change} isDirty={isDirty} onWithdrawn={() => noteWithdrawn(change._id)} />
      )}
      {isRejected && !edited && (
        <RejectedChange change={change} isDirty={isDirty} onReuse={() => reuse(change)} />
      )}
      <UpdateForm
        key={filled.count}
        own={own}
        values={{ ...changeable(own), ...edited?.proposed }}
        onDirty={setDirty}
        onSent={() => setSent(true)}
      />
      {isOutdated && isDirty && <OutdatedForm text={describeOutdated()} onShow={() => fill(edited)} />}
    </>
  );
};

const LoadedClass = ({ own }: { own: Class }) => {
  const { data: change, isPending, refetch } = useQuery(classChangeQuery(own._id));
  if (isPending) return <PageSpinner />;
  if (change === undefined)
    return <LoadError title="The class could not be loaded" onRetry={() => void refetch()} />;
  return <UpdateClass own={own} change={change} />;
};

export const Component = () => {
  return (
    <OwnClass heading="Update Class">
      {(own) => (
        <div className="grid grid-cols-1 gap-6">
          <PageMeta title="Update Class" />
          <OwnClassNav own={own} />
          <header className="grid gap-2">
            <h1>Update Class</h1>
            <Consequence own={own} />
          </header>
          <LoadedClass own={own} />
        </div>
      )}
    </OwnClass>
  );
};
