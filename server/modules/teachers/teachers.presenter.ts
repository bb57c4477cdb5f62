import type { ModeratedBio, OwnBio } from '#contract/bios.ts';
import type { Teacher } from '#contract/teachers.ts';
import { presentRating } from '../classes/ratings.ts';
import type { BioRow } from './bios.repository.ts';
import type { TeacherRow } from './teachers.repository.ts';

/** A teacher as everybody sees them, without the email address. */
export const presentTeacher = (row: TeacherRow): Teacher => ({
  _id: row.id,
  name: row.name,
  photo: row.photo,
  ...(row.title !== null && { title: row.title }),
  ...(row.experience !== null && { experience: row.experience }),
  ...(row.bio && { bio: row.bio }),
  classes: row.classes,
  enrollments: row.enrollments,
  ...presentRating(row.ratings),
});

const presentHiding = ({ hiddenReason }: BioRow) => (hiddenReason === null ? {} : { hiddenReason });

/** What a teacher has written, as they see it themselves. @param isPublic whether their page exists */
export const presentOwnBio = (id: string, row: BioRow | undefined, isPublic: boolean): OwnBio => ({
  _id: id,
  isPublic,
  bio: row?.text ?? '',
  version: row?.version ?? 0,
  ...(row && presentHiding(row)),
});

/** What a teacher has written, as admins see it. */
export const presentModeratedBio = (row: BioRow): ModeratedBio => ({
  bio: row.text,
  changedAt: row.updatedAt.toISOString(),
  ...presentHiding(row),
});
