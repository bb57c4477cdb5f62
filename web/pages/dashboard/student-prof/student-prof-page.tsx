import { Mail, Phone, ShieldCheck } from 'lucide-react';
import { Suspense } from 'react';
import { useSession, useSignedInUser } from '#web/session/session-context.ts';
import { AVATAR_FALLBACK, Picture } from '#web/ui/picture.tsx';
import { later } from '#web/rendering/later.tsx';
import { useSite } from '#web/meta/site-context.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { ROLE_NAMES } from '#web/session/role-names.ts';
import { OwnPayments } from './own-payments.tsx';
import { ProfileForm } from './profile-form.tsx';

/** Loaded only for teachers. */
const PublicPage = later(async () => (await import('./public-page.tsx')).PublicPage);

export const Component = () => {
  const { role = 'student', teaches } = useSession();
  const { displayName, photoURL, email } = useSignedInUser();
  const { phone } = useSite();
  const facts = [
    { Icon: ShieldCheck, label: 'Role', value: ROLE_NAMES[role] },
    ...(phone ? [{ Icon: Phone, label: 'Phone', value: phone }] : []),
    { Icon: Mail, label: 'Email', value: email },
  ];
  return (
    <div className="grid gap-6">
      <PageMeta title="Profile" />
      <h1>
        Welcome back, <bdi>{displayName}</bdi>
      </h1>
      <section
        className="panel grid gap-6 p-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:p-8"
        aria-label="Profile"
      >
        <Picture
          src={photoURL}
          fallback={AVATAR_FALLBACK}
          alt={`Photo of ${displayName}`}
          width={128}
          height={128}
          className="size-32 rounded-full bg-base-300 object-cover"
        />
        <dl className="grid gap-4">
          {facts.map(({ Icon, label, value }) => (
            <div key={label} className="grid grid-cols-[auto_1fr] gap-x-3">
              <dt className="muted col-span-2 grid grid-cols-subgrid items-center text-sm">
                <Icon className="size-5 text-primary" aria-hidden="true" />
                {label}
              </dt>
              <dd className="col-start-2 min-w-0 font-semibold wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <ProfileForm />
      {teaches && (
        <Suspense>
          <PublicPage />
        </Suspense>
      )}
      <OwnPayments />
    </div>
  );
};
