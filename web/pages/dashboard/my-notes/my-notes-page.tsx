import { useQuery } from '@tanstack/react-query';
import { NotebookPen } from 'lucide-react';
import { NOTE_EXCERPT, type OwnNote } from '#contract/notes.ts';
import { ownNotesQuery } from '#web/calls/notes.ts';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { Notice } from '#web/ui/notice.tsx';
import { truncate } from '#web/ui/truncate.ts';

const NoteItem = ({ note: { title, lessonId, lesson, excerpt, updatedAt } }: { note: OwnNote }) => (
  <li className="panel grid gap-2 p-5">
    <h2 dir="auto" className="text-lg wrap-anywhere">
      {/* A full page load, because lesson pages have their own policy. */}
      <Link to={PATHS.lesson(lessonId)} reloadDocument className="link">
        {lesson}
      </Link>
    </h2>
    <p className="muted text-sm wrap-anywhere">
      <bdi>{title}</bdi> · <time dateTime={updatedAt}>{formatDay(updatedAt)}</time>
    </p>
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {truncate(excerpt, NOTE_EXCERPT)}
    </p>
  </li>
);

/** The user's notes on the lessons of all of their classes. Each is edited below its lesson. */
export const Component = () => {
  const { email } = useSignedInUser();
  const list = useListState({ sorts: [] });
  const { q, page, limit } = list.query;
  const notes = useQuery(ownNotesQuery({ q, page, limit }, email));
  return (
    <div className="grid gap-6">
      <PageMeta title="My Notes" />
      <h1>My Notes</h1>
      <ListToolbar list={list} loaded={notes} searchLabel="Search your notes" />
      <ListView
        list={list}
        loaded={notes}
        noun={['note', 'notes']}
        failure="Your notes could not be loaded"
        empty={
          <Notice icon={<NotebookPen />} title="No notes yet">
            <p className="muted">Write notes below any lesson of your classes to find them here.</p>
            <Link to={PATHS.myEnrollments} className="btn btn-primary">
              Go to your classes
            </Link>
          </Notice>
        }
      >
        {(rows) => (
          <ul className="grid grid-cols-1 gap-4">
            {rows.map((note) => (
              <NoteItem key={note._id} note={note} />
            ))}
          </ul>
        )}
      </ListView>
    </div>
  );
};
