import { useQuery } from '@tanstack/react-query';
import { FileCheck2 } from 'lucide-react';
import { CLASS_CHANGE_SORTS, type ClassChange } from '#contract/class-changes.ts';
import { approveClassChange, classChangesQuery, rejectClassChange } from '#web/calls/class-changes.ts';
import { classKeys } from '#web/calls/classes.ts';
import { DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { sortOptions } from '#web/lists/sort-options.ts';
import { useListState } from '#web/lists/use-list-state.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { type Review, useReview } from '#web/review/use-review.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { changeColumns } from './change-columns.tsx';
import { ChangeDialog } from './change-dialog.tsx';

const REVIEW: Review<ClassChange> = {
  nameOf: ({ current }) => `the change to "${current.title}"`,
  queryKey: classKeys.all,
  approval: {
    run: (id, _reason, { version }) => approveClassChange(id, version),
    done: () => 'Change approved',
    consequence: () => 'It will be published immediately.',
  },
  rejection: {
    verb: 'Reject',
    run: (id, reason, { version }) => rejectClassChange(id, version, reason),
    done: () => 'Change rejected',
    optional: true,
    hint: 'The teacher will see this reason and can propose another change. The class stays as it is.',
  },
};

/** Changes to published classes awaiting review. */
export const Component = () => {
  const list = useListState({ sorts: CLASS_CHANGE_SORTS });
  const changes = useQuery(classChangesQuery(list.query));
  const { actions, dialog, error } = useReview(REVIEW, (change, acts, onClose) => (
    <ChangeDialog change={change} {...acts} onClose={onClose} />
  ));
  return (
    <div className="grid gap-6">
      <PageMeta title="Class Changes" />
      <header className="grid gap-2">
        <h1>Class Changes</h1>
        <p className="muted">
          New titles, descriptions and higher prices of published classes. Each class stays as it is until its
          change is approved.
        </p>
      </header>
      <ListToolbar
        list={list}
        loaded={changes}
        searchLabel="Search by title or teacher"
        sorts={[
          { value: 'newest', label: 'Newest first' },
          ...sortOptions({ title: 'Class', name: 'Teacher' }),
        ]}
        unsorted="Longest waiting first"
      />
      {error && <FormError>{error.message}</FormError>}
      <ListView
        list={list}
        loaded={changes}
        noun={['change', 'changes']}
        failure="The changes could not be loaded"
        empty={<Notice icon={<FileCheck2 />} title="No changes are waiting for review" />}
      >
        {(rows) => (
          <DataTable
            label="Changes to review"
            columns={changeColumns(actions.onLook)}
            rows={rows}
            list={list}
          />
        )}
      </ListView>
      {dialog}
    </div>
  );
};
