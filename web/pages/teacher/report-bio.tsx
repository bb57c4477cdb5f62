import { useQuery } from '@tanstack/react-query';
import type { Teacher } from '#contract/teachers.ts';
import { ownBioQuery, reportBio } from '#web/calls/bios.ts';
import { ReportButton } from '#web/review/report-button.tsx';
import { useSession } from '#web/session/session-context.ts';

/** Reports what a teacher has written about themselves to the admins. Teachers cannot report their own text. */
export const ReportBio = ({ teacher: { _id, name } }: { teacher: Teacher }) => {
  const { user, role } = useSession();
  const isTeacher = role === 'teacher';
  const own = useQuery({ ...ownBioQuery(user?.email ?? ''), enabled: isTeacher });
  if (isTeacher && (!own.data || own.data._id === _id)) return null;
  return (
    <ReportButton
      className="justify-self-start"
      of={`the text about ${name}`}
      noun="text"
      optional
      report={(reason) => reportBio(_id, reason)}
    />
  );
};
