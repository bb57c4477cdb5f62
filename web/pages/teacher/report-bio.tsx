import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Teacher } from '#contract/teachers.ts';
import { ownBioQuery, reportBio } from '#web/calls/bios.ts';
import { ReportReason } from '#web/review/report-reason.tsx';
import { useSession } from '#web/session/session-context.ts';

/** Reports what a teacher has written about themselves to the admins. Teachers cannot report their own text. */
export const ReportBio = ({ teacher: { _id, name } }: { teacher: Teacher }) => {
  const { user, role } = useSession();
  const isTeacher = role === 'teacher';
  const own = useQuery({ ...ownBioQuery(user?.email ?? ''), enabled: isTeacher });
  const [isAsking, setIsAsking] = useState(false);
  if (isTeacher && (!own.data || own.data._id === _id)) return null;
  const of = `the text about ${name}`;
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-xs justify-self-start"
        aria-label={`Report ${of}`}
        onClick={() => setIsAsking(true)}
      >
        Report
      </button>
      {isAsking && (
        <ReportReason
          of={of}
          noun="text"
          optional
          report={(reason) => reportBio(_id, reason)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
};
