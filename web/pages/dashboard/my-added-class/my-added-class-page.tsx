import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BookPlus } from 'lucide-react';
import { useState } from 'react';
import { type Class, CLASS_SORTS } from '#contract/classes.ts';
import { deleteClass, submitDraft } from '#web/calls/manage-classes.ts';
import { classKeys, ownClassesQuery } from '#web/calls/classes.ts';
import { openQuestionsQuery } from '#web/calls/questions.ts';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';
import { confirmDeletion } from '#web/ui/confirm-deletion.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/toast.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { AddedClassCard } from './added-class-card.tsx';
import { ClassFeedbackDialog } from './class-feedback-dialog.tsx';
import { LinkedFeedback } from './linked-feedback.tsx';
import { OpenQuestions } from './open-questions.tsx';
import { OWN_STATUS_FILTER } from './status-filter.ts';

const LISTED_QUESTIONS = 5;

const SORTS = [
  { value: 'title', label: 'Title, A to Z' },
  { value: '-title', label: 'Title, Z to A' },
  { value: '-enroll', label: 'Most students first' },
  { value: '-price', label: 'Highest price first' },
  { value: 'price', label: 'Lowest price first' },
] as const;

export const Component = () => {
  const { email } = useSignedInUser();
  const queryClient = useQueryClient();
  const list = useListState({ sorts: CLASS_SORTS, filters: { status: OWN_STATUS_FILTER.values } });
  const classes = useQuery(ownClassesQuery(email, list.query));
  // The questions appear above the list, together with it, so that nothing shifts.
  const questions = useQuery(openQuestionsQuery(LISTED_QUESTIONS));
  const isLoading = classes.isPending || (questions.isPending && !questions.isPaused);
  const [reading, setReading] = useState<Class>();
  const deletion = useMutation({
    mutationFn: (own: Class) => deleteClass(own._id),
    onSuccess: () => void showToast('Class deleted'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: classKeys.all }),
  });
  const submission = useMutation({
    mutationFn: (own: Class) => submitDraft(own._id, own.revision),
    onSuccess: () => void showToast('Class submitted for review'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: classKeys.all }),
  });
  const submit = (own: Class): Promise<boolean> => {
    deletion.reset();
    return submission.mutateAsync(own).then(
      () => true,
      () => false,
    );
  };
  const failure = deletion.error ?? submission.error;
  const confirmAndDelete = async (own: Class) => {
    const consequence = own.enroll > 0 ? 'Its students keep access, but nobody else can enroll.' : undefined;
    if (!(await confirmDeletion(own.title, consequence))) return;
    submission.reset();
    deletion.mutate(own);
  };
  return (
    <div className="grid gap-6">
      <PageMeta title="My Added Class" />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>My Added Class</h1>
        <Link to={PATHS.addClass} className="btn btn-primary">
          Add Class
        </Link>
      </div>
      <ListToolbar
        list={list}
        loaded={classes}
        searchLabel="Search your classes"
        filters={[OWN_STATUS_FILTER]}
        sorts={SORTS}
      />
      {!isLoading && questions.data && <OpenQuestions {...questions.data} />}
      {!isLoading && questions.isLoadingError && (
        <LoadError
          title="The questions of your students could not be loaded"
          onRetry={() => void questions.refetch()}
        />
      )}
      {failure && <FormError>{failure.message}</FormError>}
      <ListView
        list={list}
        loaded={{ ...classes, isPending: isLoading }}
        noun={['class', 'classes']}
        failure="Your classes could not be loaded"
        empty={
          <Notice icon={<BookPlus />} title="You haven’t added any classes yet">
            <Link to={PATHS.addClass} className="btn btn-primary">
              Add your first class
            </Link>
          </Notice>
        }
      >
        {(rows) => (
          <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
            {rows.map((own) => (
              <li key={own._id} className="grid">
                <AddedClassCard
                  own={own}
                  busy={deletion.isPending || submission.isPending}
                  onDelete={() => void confirmAndDelete(own)}
                  onFeedback={() => setReading(own)}
                  onSubmit={() => submit(own)}
                />
              </li>
            ))}
          </ul>
        )}
      </ListView>
      {reading ? (
        <ClassFeedbackDialog own={reading} onClose={() => setReading(undefined)} />
      ) : (
        <LinkedFeedback />
      )}
    </div>
  );
};
