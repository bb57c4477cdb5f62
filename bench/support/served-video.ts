import { dirname, join } from 'node:path';
import { privateKey } from '#server/modules/files/stored-files.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { uploadFile } from '#tests/support/pictures.ts';
import { signInAs } from '#tests/support/users.ts';
import { type BenchSite, startBenchSite } from './bench-site.ts';
import { startNginxOn } from './nginx-files.ts';
import { end } from './processes.ts';

export interface ServedVideo {
  ours: { origin: string; path: string };
  bare: { origin: string; path: string };
  close: () => Promise<void>;
}

/**
 * Adds a lesson with an uploaded video to a class that the sample student has bought.
 * @returns the file, and the path at which the student may read it
 */
const publishVideo = async (
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

/** Serves an uploaded video to a student of its class, and the same file by nginx, which does not ask who reads it. */
export const serveVideo = async (
  content: Buffer,
  name: `${string}.${'mp4' | 'webm'}`,
): Promise<ServedVideo> => {
  const site = await startBenchSite();
  try {
    const { id, path } = await publishVideo(site, content, name);
    const root = join(site.folder, 'files', dirname(privateKey(id)));
    const type = name.endsWith('.webm') ? 'video/webm' : 'video/mp4';
    const nginx = await startNginxOn(join(site.folder, 'nginx'), root, type);
    return {
      ours: { origin: site.origin, path },
      bare: { origin: nginx.url, path: `/${id}` },
      close: async () => {
        await end(nginx.process);
        await site.close();
      },
    };
  } catch (error) {
    await site.close();
    throw error;
  }
};
