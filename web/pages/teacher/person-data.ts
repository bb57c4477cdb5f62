import type { Teacher } from '#contract/teachers.ts';
import { PATHS } from '#web/paths.ts';

interface Person {
  teacher: Teacher;
  baseUrl: string;
  company: string;
}

/** A teacher as structured data (https://schema.org/Person). */
export const personData = ({
  teacher: { _id, name, title, bio, photo },
  baseUrl,
  company,
}: Person): object => ({
  '@context': 'https://schema.org',
  '@type': 'Person',
  name,
  jobTitle: title,
  description: bio,
  image: photo.startsWith('/') ? `${baseUrl}${photo}` : photo || undefined,
  url: `${baseUrl}${PATHS.teacher(_id)}`,
  worksFor: { '@type': 'Organization', name: company, url: baseUrl },
});
