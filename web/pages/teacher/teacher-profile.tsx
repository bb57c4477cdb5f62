import { Suspense } from 'react';
import { formatNumber } from '#contract/format-number.ts';
import type { Teacher } from '#contract/teachers.ts';
import { ClassRating } from '#web/classes/class-rating.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { useSite } from '#web/meta/site-context.ts';
import { StructuredData } from '#web/meta/structured-data.tsx';
import { later } from '#web/rendering/later.tsx';
import { useSession } from '#web/session/session-context.ts';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { AVATAR_FALLBACK, Picture } from '#web/ui/picture.tsx';
import { truncate } from '#web/ui/truncate.ts';
import { personData } from './person-data.ts';

/** Loaded only for users who are signed in. */
const ReportBio = later(async () => (await import('./report-bio.tsx')).ReportBio);
/** Loaded only for teachers. The page is the same for everyone until then. */
const EditOwnPage = later(async () => (await import('./edit-own-page.tsx')).EditOwnPage);
/** Loaded only for admins. */
const BioModeration = later(async () => (await import('./bio-moderation.tsx')).BioModeration);

/** Search engines show about so many characters of a description. */
const DESCRIPTION_LENGTH = 155;

const count = (number: number, [one, many]: readonly [string, string]): string =>
  `${formatNumber(number)} ${number === 1 ? one : many}`;

const descriptionOf = ({ name, title, bio, classes }: Teacher): string =>
  truncate(
    bio ?? `${title ? `${name}, ${title},` : name} teaches ${count(classes, ['class', 'classes'])} here.`,
    DESCRIPTION_LENGTH,
  );

interface TeacherProfileProps {
  teacher: Teacher;
  /** Canonical path and query of the page. */
  canonical: string;
}

/** Who a teacher is: photo, name, title, numbers, and what they have written about themselves. */
export const TeacherProfile = ({ teacher, canonical }: TeacherProfileProps) => {
  const { baseUrl, brand } = useSite();
  const { role, teaches } = useSession();
  const { name, photo, title, experience, bio, classes, enrollments } = teacher;
  return (
    <>
      <PageMeta title={name} description={descriptionOf(teacher)} canonical={canonical} image={photo} />
      <StructuredData data={personData({ teacher, baseUrl, company: brand.company })} />
      <header className="panel grid gap-6 p-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:p-8">
        <Picture
          src={photo}
          fallback={AVATAR_FALLBACK}
          alt={`Photo of ${name}`}
          width={128}
          height={128}
          className="size-32 rounded-full bg-base-300 object-cover"
        />
        <div className="grid min-w-0 gap-3">
          <h1 dir="auto" className="wrap-anywhere">
            {name}
          </h1>
          {title && (
            <p className="flex flex-wrap gap-x-3 text-lg wrap-anywhere">
              <bdi>{title}</bdi>
              {experience && <span className="muted">{experience}</span>}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
            <ClassRating of={teacher} />
            <p>{count(enrollments, ['enrollment', 'enrollments'])}</p>
            <p>{count(classes, ['class', 'classes'])}</p>
          </div>
          {teaches && (
            <Suspense>
              <EditOwnPage teacher={teacher} />
            </Suspense>
          )}
        </div>
      </header>
      {bio && (
        <section className="grid grid-cols-1 gap-3" aria-labelledby="about">
          <h2 id="about">About</h2>
          <div className="max-w-3xl">
            <LinkedText text={bio} />
          </div>
          {role && role !== 'admin' && (
            <Suspense>
              <ReportBio teacher={teacher} />
            </Suspense>
          )}
        </section>
      )}
      {role === 'admin' && (
        <Suspense>
          <BioModeration teacher={teacher} />
        </Suspense>
      )}
    </>
  );
};
