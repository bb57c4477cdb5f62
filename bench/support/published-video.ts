import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { uploadFile } from '#tests/support/pictures.ts';
import { signInAs } from '#tests/support/users.ts';
import type { BenchSite } from './bench-site.ts';

/**
 * Adds a lesson with an uploaded video to a class that the sample student has bought.
 * @param name of the file
 * @returns the file, and the path at which the student may read it
 */
export const publishVideo = async (
  { app }: BenchSite,
  content: Buffer,
  name: string,
): Promise<{ id: string; path: string }> => {
  const [teacher, student] = [await signInAs(app, 'Teacher'), await signInAs(app, 'User')];
  const { rows } = await app.pool.query<{ id: string }>(
    `select c.id from classes c join users u on u.id = c.teacher_id join enrollments e on e.class_id = c.id
       join users s on s.id = e.user_id where u.email = $1 and s.email = $2 limit 1`,
    [teacher.email, student.email],
  );
  const uploaded = await uploadFile(app, teacher, content, name, 'video');
  const { _id: id } = uploaded.body as { _id: string };
  const section = await addSection(app, teacher, rows[0]!.id);
  await addLesson(app, teacher, section, {
    kind: 'video',
    title: 'A film',
    text: '',
    file: id,
    captions: [],
  });
  const link = await app.call('GET', `/files/${id}/link`, { token: student.token });
  return { id, path: (link.body as { address: string }).address };
};
