import type { TeacherRequest } from '#contract/teacher-requests.ts';
import type { TeacherRequestRow } from './teacher-requests.repository.ts';

/** A teacher request as its user sees it. */
export const presentRequest = ({ request, person }: TeacherRequestRow): TeacherRequest => ({
  _id: request.id,
  name: request.name,
  email: person.email,
  title: request.title,
  image: request.image,
  experience: request.experience,
  category: request.category,
  status: request.status,
  ...(request.reason && { reason: request.reason }),
  ...(person.teaches && { role: 'teacher' }),
});

/**
 * A teacher request as admins see it.
 * @param sendsEmail whether the site can send email. Otherwise no address can be confirmed, and none is marked.
 */
export const presentForAdmin = (row: TeacherRequestRow, sendsEmail: boolean): TeacherRequest => ({
  ...presentRequest(row),
  ...(sendsEmail && row.isConfirmed === false && { unconfirmed: true }),
});
