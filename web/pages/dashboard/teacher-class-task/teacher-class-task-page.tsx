import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Class } from '#contract/classes.ts';
import { progressQuery } from '#web/calls/assignments.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { OwnClass } from '#web/classes/own-class.tsx';
import { OwnClassNav } from '#web/classes/own-class-nav.tsx';
import { Announcements } from './announcements.tsx';
import { AssignmentDialog } from './assignment-dialog.tsx';
import { AssignmentTerms } from './assignment-terms.tsx';
import { EnrollmentPause } from './enrollment-pause.tsx';
import { Submissions } from './submissions.tsx';

const Counts = ({ classId }: { classId: string }) => {
  const { data, isError, refetch } = useQuery(progressQuery(classId));
  if (isError && !data)
    return <LoadError title="The counts could not be loaded" onRetry={() => void refetch()} />;
  const counts = [
    { label: 'Total Enrollments', value: data?.enrollments },
    { label: 'Total Assignments', value: data?.assignments },
    { label: 'Total Submits', value: data?.submissions },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3 sm:grid-cols-3 sm:gap-4">
      {counts.map(({ label, value }) => (
        <div key={label} className="panel grid content-start gap-1 p-4 sm:p-5">
          <dt className="muted text-sm">{label}</dt>
          <dd className="text-3xl font-extrabold">
            {value ?? <span className="skeleton inline-block h-8 w-12" aria-label="Loading" />}
          </dd>
        </div>
      ))}
    </dl>
  );
};

const Assignment = ({ own }: { own: Class }) => {
  const [editing, setEditing] = useState(false);
  const { assignments: assignment } = own;
  return (
    <section className="panel grid grid-cols-1 gap-4 p-6" aria-labelledby="assignment">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="assignment" dir="auto">
          {assignment ? assignment.title : 'Assignment'}
        </h2>
        {!own.deleted && (
          <button type="button" className="btn btn-primary" onClick={() => setEditing(true)}>
            {assignment ? 'Edit Assignment' : 'Create Assignment'}
          </button>
        )}
      </div>
      {assignment ? (
        <>
          <LinkedText text={assignment.description} />
          <AssignmentTerms {...assignment} />
        </>
      ) : (
        <p className="muted">There is no assignment for your students yet.</p>
      )}
      {editing && <AssignmentDialog own={own} onClose={() => setEditing(false)} />}
    </section>
  );
};

/** Tells the teacher why they can open a class that they deleted. */
const DeletedNote = ({ classId }: { classId: string }) => (
  <div className="panel grid justify-items-start gap-2 p-4">
    <p>You deleted this class. Its students still have access, so you can still grade their work.</p>
    <Link to={PATHS.classStudents(classId)} className="link min-h-6 text-sm">
      View student progress
    </Link>
  </div>
);

const Task = ({ own }: { own: Class }) => {
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageMeta title={own.title} />
      <OwnClassNav own={own} />
      <h1 dir="auto">{own.title}</h1>
      {own.deleted && <DeletedNote classId={own._id} />}
      <Counts classId={own._id} />
      <Assignment own={own} />
      {own.assignments && <Submissions classId={own._id} assignment={own.assignments} />}
      <Announcements own={own} />
      {own.status === 'approve' && !own.deleted && <EnrollmentPause own={own} />}
    </div>
  );
};

export const Component = () => (
  <OwnClass heading="Class progress" evenDeleted>
    {(own) => <Task own={own} />}
  </OwnClass>
);
