import type { TeacherRequest } from '#contract/teacher-requests.ts';
import type { TeacherRequestRow } from './teacher-requests.repository.ts';

/** A teacher request as responses have it. */
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
