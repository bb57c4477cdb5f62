import { useQuery } from '@tanstack/react-query';
import { type Class, CLASS_SORTS } from '#contract/classes.ts';
import { approveClass, rejectClass, withdrawClass } from '#web/calls/manage-classes.ts';
import { classKeys, classPageQuery } from '#web/calls/classes.ts';
import { useListState } from '#web/lists/use-list-state.ts';
import { ReviewList } from '#web/review/review-list.tsx';
import { STATUS_FILTER } from '#web/review/status-filter.ts';
import { type Review, useReview } from '#web/review/use-review.tsx';
import { ApprovalConsequence } from './approval-consequence.tsx';
import { classColumns } from './class-columns.tsx';
import { ClassPreviewDialog } from './class-preview-dialog.tsx';

const REVIEW: Review<Class> = {
  nameOf: ({ title }) => `"${title}"`,
  queryKey: classKeys.all,
  approval: {
    run: (id, _reason, { revision }) => approveClass(id, revision),
    done: () => 'Class approved',
    consequence: (submission) => <ApprovalConsequence submission={submission} />,
  },
  rejection: {
    verb: 'Reject',
    run: (id, reason, { revision }) => rejectClass(id, reason, revision),
    done: () => 'Class rejected',
    optional: true,
    hint: 'The teacher will see this reason and can update the class.',
  },
  withdrawal: {
    verb: 'Withdraw',
    run: withdrawClass,
    done: () => 'Class withdrawn',
    optional: false,
    hint: 'The teacher will see this reason, and can correct the class and submit it again. Enrolled students keep access.',
  },
};

export const Component = () => {
  const list = useListState({ sorts: CLASS_SORTS, filters: { status: STATUS_FILTER.values } });
  const classes = useQuery(classPageQuery(list.query));
  const { actions, dialog, error } = useReview(REVIEW, (submission, acts, onClose) => (
    <ClassPreviewDialog submission={submission} {...acts} onClose={onClose} />
  ));
  return (
    <ReviewList
      title="All Classes Requests"
      list={list}
      loaded={classes}
      sortLabels={{ name: 'Name', title: 'Title', experience: 'Experience', status: 'Status' }}
      columns={classColumns(actions)}
      searchLabel="Search by title, text or teacher"
      label="Classes to review"
      noun={['class', 'classes']}
      failure="The classes could not be loaded"
      empty="No class has been added yet"
      error={error}
      dialog={dialog}
    />
  );
};
