import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#server/free-port.ts';
import { privateKey } from '#server/modules/files/stored-files.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { uploadFile } from '#tests/support/pictures.ts';
import { signInAs } from '#tests/support/users.ts';
import { mp4Of } from '#tests/support/videos.ts';
import { type BenchSite, startBenchSite } from './support/bench-site.ts';
import { comparePaired, type Target } from './support/load.ts';
import { requireProgram } from './support/proxies.ts';
import { end } from './support/processes.ts';
import { round, type Section } from './support/report.ts';

const MEGABYTE = 1024 * 1024;
const SIZE = 200 * MEGABYTE;
/**
 * The bytes that are read after a seek: what a player needs before it continues, and half a minute of a small video.
 */
const PARTS = { '64 KB': 64 * 1024, '1 MB': MEGABYTE };
/** Places to which a viewer seeks, one after the other. */
const SEEKS = 500;

/** A file that is a video as far as the server looks. */
const makeVideo = (): Buffer => {
  const head = mp4Of('moov');
  const frames = Buffer.alloc(8);
  frames.writeUInt32BE(SIZE - head.length);
  frames.write('mdat', 4, 'latin1');
  return Buffer.concat([head, frames, randomBytes(SIZE - head.length - frames.length)]);
};

/** A paid lesson with an uploaded video. @returns the file, and the path at which a student may read it */
const publishVideo = async ({ app }: BenchSite): Promise<{ id: string; path: string }> => {
  const [teacher, student] = [await signInAs(app, 'Teacher'), await signInAs(app, 'User')];
  const { rows } = await app.pool.query<{ id: string }>(
    `select c.id from classes c join users u on u.id = c.teacher_id join enrollments e on e.class_id = c.id
       join users s on s.id = e.user_id where u.email = $1 and s.email = $2 limit 1`,
    [teacher.email, student.email],
  );
  const uploaded = await uploadFile(app, teacher, makeVideo(), 'film.mp4', 'video');
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

/** nginx with what Debian's package sets for files, and a folder to serve. */
const startNginxOn = async (
  folder: string,
  root: string,
): Promise<{ url: string; process: ChildProcess }> => {
  requireProgram('nginx', '-v');
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const path = join(folder, 'nginx.conf');
  await mkdir(folder, { recursive: true });
  await writeFile(
    path,
    `daemon off;\nuser root;\nworker_processes auto;\npid ${folder}/nginx.pid;\nerror_log ${folder}/nginx.log;\nevents {}\nhttp {\nsendfile on;\ntcp_nopush on;\nkeepalive_requests 1000000;\naccess_log off;\n${temporary}\nserver {\nlisten 127.0.0.1:${port};\nroot ${root};\ndefault_type video/mp4;\n}\n}\n`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', path], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () => fetch(url).then(Boolean, () => false);
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('nginx did not start');
    await sleep(50);
  }
  return { url, process: child };
};

const seeks = (origin: string, path: string, part: number, connections: number): Target => ({
  url: origin,
  connections,
  requests: Array.from({ length: SEEKS }, (_, index) => {
    // A step that has no common divisor with the number of seeks visits all places in no order.
    const start = Math.floor(((index * 211) % SEEKS) * ((SIZE - part) / SEEKS));
    return { method: 'GET', path, headers: { range: `bytes=${start}-${start + part - 1}` } };
  }),
});

/** Seeking in an uploaded video by Range requests, against nginx that serves the same file without asking who reads it. */
export const measureVideo = async (): Promise<Section> => {
  const site = await startBenchSite();
  try {
    const { id, path } = await publishVideo(site);
    const key = privateKey(id);
    const nginx = await startNginxOn(join(site.folder, 'nginx'), join(site.folder, 'files', dirname(key)));
    const rows: string[][] = [];
    for (const connections of [1, 16])
      for (const [name, part] of Object.entries(PARTS)) {
        const { ours, baseline } = await comparePaired(
          seeks(site.origin, path, part, connections),
          seeks(nginx.url, `/${id}`, part, connections),
        );
        rows.push([
          name,
          String(connections),
          round(ours.perSecond),
          round(ours.p99, 1),
          round(baseline.perSecond),
          round(baseline.p99, 1),
          round(ours.perSecond / baseline.perSecond, 2),
        ]);
      }
    await end(nginx.process);
    return {
      title: 'Seeking in a video',
      note: `Range requests to ${SEEKS} positions of an uploaded video of ${SIZE / MEGABYTE} MB, through a student's signed link; the server authorizes each request. Compared with Debian's nginx, which serves the same file from the same disk without authorization. p99 in milliseconds, to the last byte of a part.`,
      columns: [
        'part',
        'connections',
        'requests per second',
        'p99, ms',
        'nginx, requests per second',
        'nginx, p99, ms',
        'ratio',
      ],
      rows,
    };
  } finally {
    await site.close();
  }
};
