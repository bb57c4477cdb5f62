import { Lock } from 'lucide-react';
import { Link, Outlet } from 'react-router';
import { PATHS } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { type Role, useSession } from './session-context.ts';

const WHO = { admin: 'admins', teacher: 'teachers', student: 'students' };

/** Shows its screens to one role; others are told whom the page is for, without being signed out. */
export const RequireRole = ({ role }: { role: Role }) => {
  const session = useSession();
  if (session.rolePending) return <PageSpinner />;
  if (session.role === role) return <Outlet />;
  return (
    <Notice icon={<Lock />} title={`This page is for ${WHO[role]}`} heading="h1" role="alert">
      {role === 'teacher' ? (
        <Link to={PATHS.teacherRequest} className="btn btn-primary">
          Become a teacher
        </Link>
      ) : (
        <Link to={PATHS.userHome} className="btn btn-primary">
          Go to your dashboard
        </Link>
      )}
    </Notice>
  );
};
