import { useState } from 'react';
import type { Announcement } from '#contract/announcements.ts';
import { AnnouncementList, useAnnouncements } from '#web/announcements/announcement-list.tsx';
import { reportAnnouncement } from '#web/calls/announcements.ts';
import { ReportReason } from '#web/review/report-reason.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';
import { formatMoment } from '#web/ui/format-date.ts';

/** What the teacher has written to all students of a class. Nothing while there are no announcements. */
export const Announcements = ({ classId }: { classId: string }) => {
  const { email } = useSignedInUser();
  const list = useAnnouncements(classId, email);
  const [reported, setReported] = useState<Announcement>();
  if (!list.isError && !list.data?.total) return null;
  return (
    <section className="panel grid grid-cols-1 gap-4 p-6" aria-labelledby="announcements">
      <h2 id="announcements">Announcements</h2>
      <AnnouncementList
        list={list}
        empty={null}
        actions={(announcement) => (
          <button
            type="button"
            className="btn btn-ghost btn-xs"
            aria-label={`Report the announcement of ${formatMoment(announcement.createdAt)}`}
            onClick={() => setReported(announcement)}
          >
            Report
          </button>
        )}
      />
      {reported && (
        <ReportReason
          of="this announcement"
          noun="announcement"
          optional
          report={(reason) => reportAnnouncement(reported._id, reason)}
          onClose={() => setReported(undefined)}
        />
      )}
    </section>
  );
};
