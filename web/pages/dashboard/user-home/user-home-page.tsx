import { PageMeta } from '#web/meta/page-meta.tsx';
import { SecondFactorFirst } from '#web/session/second-factor-first.tsx';
import { useSession, useSignedInUser } from '#web/session/session-context.ts';
import { AdminHome } from './admin-home.tsx';
import { StudentHome } from './student-home.tsx';
import { TeacherHome } from './teacher-home.tsx';

export const Component = () => {
  const { role = 'student' } = useSession();
  const { displayName } = useSignedInUser();
  return (
    <div className="grid grid-cols-1 gap-8">
      <PageMeta title="Dashboard" />
      <h1>
        Welcome, <bdi>{displayName}</bdi>
      </h1>
      {role === 'student' && <StudentHome />}
      {role === 'admin' && (
        <SecondFactorFirst>
          <AdminHome />
        </SecondFactorFirst>
      )}
      {role === 'teacher' && <TeacherHome />}
    </div>
  );
};
