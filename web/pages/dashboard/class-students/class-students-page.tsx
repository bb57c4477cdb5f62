import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { CLASS_STUDENT_SORTS, type ClassStudent, exportClassStudents } from '#contract/class-students.ts';
import type { Class } from '#contract/classes.ts';
import { classStudentsQuery, lessonCountsQuery } from '#web/calls/class-students.ts';
import { OwnClass } from '#web/classes/own-class.tsx';
import { OwnClassNav } from '#web/classes/own-class-nav.tsx';
import { type Columns, DataTable } from '#web/lists/data-table.tsx';
import { ExportButton } from '#web/lists/export-button.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { sortOptions } from '#web/lists/sort-options.ts';
import { useListState } from '#web/lists/use-list-state.ts';
import { UserCell } from '#web/lists/user-cell.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { formatDay } from '#web/ui/format-date.ts';
import { Notice } from '#web/ui/notice.tsx';
import { LessonCounts } from './lesson-counts.tsx';
import { StudentMarks } from './student-marks.tsx';

const SORTS = [
  { value: 'oldest' as const, label: 'Oldest first' },
  ...sortOptions({ name: 'Student' }),
  { value: '-progress' as const, label: 'Most lessons done' },
  { value: 'progress' as const, label: 'Fewest lessons done' },
];

const columnsOf = (own: Class, lessons: number | undefined): Columns<ClassStudent> => [
  { id: 'name', header: 'Student', cell: ({ name, image }) => <UserCell name={name} image={image} /> },
  { id: 'enrolled', header: 'Enrolled', cell: ({ enrolledAt }) => formatDay(enrolledAt) },
  {
    id: 'progress',
    header: 'Lessons done',
    cell: ({ done }) => (lessons === undefined ? done : `${done} of ${lessons}`),
  },
  { id: 'seen', header: 'Last seen', cell: ({ seenAt }) => (seenAt ? formatDay(seenAt) : 'Never') },
  {
    id: 'marks',
    header: 'Marks',
    cell: (student) => <StudentMarks own={own} student={student} />,
  },
  {
    id: 'certificate',
    header: 'Certificate',
    cell: ({ hasCertificate }) =>
      hasCertificate ? <span className="badge badge-success">Earned</span> : 'Not yet',
  },
];

const Students = ({ own }: { own: Class }) => {
  const list = useListState({ sorts: CLASS_STUDENT_SORTS });
  const students = useQuery(classStudentsQuery(own._id, list.query));
  const { data: counts } = useQuery(lessonCountsQuery(own._id));
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageMeta title={`Progress: ${own.title}`} />
      <OwnClassNav own={own} />
      <header className="grid gap-1">
        <h1>Student progress</h1>
        <p dir="auto" className="muted">
          {own.title}
        </p>
      </header>
      <LessonCounts classId={own._id} />
      <section className="grid gap-4" aria-labelledby="students">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="students">Students</h2>
          <ExportButton call={exportClassStudents} params={{ id: own._id }} fileName="students.csv" />
        </div>
        <ListToolbar
          list={list}
          loaded={students}
          searchLabel="Search by student"
          sorts={SORTS}
          sortsForCardsOnly
        />
        <ListView
          list={list}
          loaded={students}
          noun={['student', 'students']}
          failure="The students could not be loaded"
          empty={<Notice icon={<Users />} title="No students yet" />}
        >
          {(rows) => (
            <DataTable
              label="Students"
              columns={columnsOf(own, counts?.lessons.length)}
              rows={rows}
              list={list}
            />
          )}
        </ListView>
      </section>
    </div>
  );
};

export const Component = () => (
  <OwnClass heading="Student progress" evenDeleted>
    {(own) => <Students own={own} />}
  </OwnClass>
);
