import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Announcement } from '#contract/announcements.ts';
import { announcementsQuery } from '#web/calls/announcements.ts';
import { Pagination } from '#web/lists/pagination.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { LoadingText } from '#web/ui/loading-text.tsx';

/** Announcements per page. */
const SIZE = 5;

/** The announcements of a class on one page, newest first. @param viewer email of the signed-in user */
export const useAnnouncements = (classId: string, viewer: string) => {
  const [page, setPage] = useState(1);
  const loaded = useQuery(announcementsQuery(classId, viewer, { page, limit: SIZE }));
  return { ...loaded, page, setPage };
};

interface AnnouncementListProps {
  list: ReturnType<typeof useAnnouncements>;
  /** Shown if there are none. */
  empty: ReactNode;
  /** The user's actions on an announcement. */
  actions: (announcement: Announcement) => ReactNode;
}

/** Announcements with the date of each, page by page. */
export const AnnouncementList = ({ list, empty, actions }: AnnouncementListProps) => {
  const { data, isError, refetch, page, setPage } = list;
  if (isError && !data)
    return <LoadError title="The announcements could not be loaded" onRetry={() => void refetch()} />;
  if (!data) return <LoadingText />;
  if (data.total === 0) return empty;
  return (
    <>
      <ul className="grid gap-4">
        {data.rows.map((announcement) => (
          <li key={announcement._id} className="grid gap-2 border-t border-base-300 pt-4">
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="muted text-sm">{formatMoment(announcement.createdAt)}</span>
              {actions(announcement)}
            </div>
            <LinkedText text={announcement.text} />
            {announcement.hiddenReason !== undefined && (
              <p className="text-sm wrap-anywhere text-error">
                Hidden by an admin: <bdi>{announcement.hiddenReason}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
      {data.total > SIZE && (
        <Pagination
          page={page}
          total={data.total}
          noun={['announcement', 'announcements']}
          size={SIZE}
          onPage={setPage}
        />
      )}
    </>
  );
};
