import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lesson, LessonEntry } from '#contract/lessons.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { type AppWithFiles, startTestApp } from '#tests/support/test-app.ts';
import { signInAs } from '#tests/support/users.ts';
import { detectType } from '../modules/files/detect-type.ts';
import { DEMO_VIDEOS, listDemoVideos, readDemoVideo } from './demo-videos.ts';

let app: AppWithFiles;
let student: { token: string };

beforeAll(async () => {
  app = await startTestApp();
  student = await signInAs(app, 'User');
});
afterAll(() => app.close());

const findLesson = async (classTitle: string, lessonTitle: string): Promise<LessonEntry> => {
  const classes: { _id: string; title: string }[] = (await app.call('GET', '/classes')).body;
  const { _id } = classes.find(({ title }) => title === classTitle)!;
  const { body } = await app.call('GET', `/classes/${_id}/curriculum`);
  const lessons: LessonEntry[] = body.sections.flatMap(
    (section: { lessons: LessonEntry[] }) => section.lessons,
  );
  return lessons.find(({ title }) => title === lessonTitle)!;
};

const contentOf = (id: string, headers: Record<string, string> = {}, at = app.url) =>
  fetch(`${at}/api/files/${id}/content`, { headers });

/** The duration in seconds that an MP4 file declares (ISO/IEC 14496-12, 8.2.2). */
const durationOf = (content: Buffer): number => {
  const at = content.indexOf('mvhd') + 4;
  expect(content[at], 'version').toBe(0);
  return content.readUInt32BE(at + 16) / content.readUInt32BE(at + 12);
};

describe('the free preview of a demo class', () => {
  let lesson: Lesson;
  beforeAll(async () => {
    const { _id } = await findLesson('Color for screens', 'Color is relative');
    lesson = (await app.call('GET', `/lessons/${_id}`)).body;
  });

  it('is a video with captions, a poster and a text', async () => {
    expect(lesson).toMatchObject({
      kind: 'video',
      file: { name: 'relative-color.mp4', type: 'video/mp4' },
      captions: [{ language: 'en', file: { name: 'relative-color.en.vtt' } }],
    });
    expect(lesson.text).toContain('The same gray looks lighter on black than on white.');
    const poster = await fetch(`${app.url}${lesson.poster!}`);
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('is sent to visitors in parts', async () => {
    const response = await contentOf(lesson.file!._id, { range: 'bytes=100-299' });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect(response.headers.get('content-range')).toBe(`bytes 100-299/${lesson.file!.bytes}`);
    const { content } = readDemoVideo('relative-color').video;
    expect(Buffer.from(await response.arrayBuffer()).equals(content.subarray(100, 300))).toBe(true);
    const words = await contentOf(lesson.captions![0]!.file._id);
    expect(words.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(await words.text()).toContain('The eye does not measure, it compares.');
  });
});

describe('a video of a paid demo class', () => {
  it('is refused to visitors, and sent to students of the class', async () => {
    const { _id } = await findLesson(
      'Modern HTML and CSS from the ground up',
      'Flexbox for a line of things',
    );
    expect((await app.call('GET', `/lessons/${_id}`)).status).toBe(401);
    const { file }: Lesson = (await app.call('GET', `/lessons/${_id}`, student)).body;
    expect((await contentOf(file!._id, { range: 'bytes=0-9' })).status).toBe(401);
    const { address } = (await app.call('GET', `/files/${file!._id}/link`, student)).body;
    expect((await fetch(`${app.url}${address}`, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
  });

  it('is not found by members without the class', async () => {
    const { _id } = await findLesson('Game feel: juice and restraint', 'Easing');
    expect((await app.call('GET', `/lessons/${_id}`, student)).status).toBe(403);
    const { id } = readDemoVideo('easing').video;
    expect((await app.call('GET', `/files/${id}/link`, student)).status).toBe(404);
  });
});

describe('the drawn videos', () => {
  it.each(listDemoVideos())('%s would pass as an upload, and is short and small', async (name) => {
    const { video, captions, poster } = readDemoVideo(name);
    for (const { name: file, purpose, type } of [video, captions])
      expect((await detectType(join(DEMO_VIDEOS, file), purpose, file)).type).toBe(type);
    expect(video.content.length).toBeLessThan(400 * 1024);
    const duration = durationOf(video.content);
    expect(duration).toBeGreaterThanOrEqual(15);
    expect(duration).toBeLessThanOrEqual(40);
    // Players need the index before they can seek.
    expect(video.content.indexOf('moov')).toBeLessThan(video.content.indexOf('mdat'));
    const ends = captions.content.toString().match(/--> (\d+):(\d+)\.000/g)!;
    const [, minutes, seconds] = /(\d+):(\d+)/.exec(ends.at(-1)!)!;
    expect(Number(minutes) * 60 + Number(seconds)).toBeCloseTo(duration, 0);
    expect(poster.files.map(({ width }) => width)).toEqual([96, 192, 320, 640, 960, 1_280]);
  });
});

describe('the lessons with a drawn video', () => {
  it('are as long as their video, in minutes of at least one', async () => {
    const { rows } = await app.pool.query<{ minutes: number; name: string }>(
      'select l.minutes, f.name from lessons l join files f on f.id = l.file_id',
    );
    expect(rows).toHaveLength(listDemoVideos().length);
    for (const { name, minutes } of rows) {
      const { content } = readDemoVideo(name.replace('.mp4', '')).video;
      expect(minutes, name).toBe(Math.max(1, Math.round(durationOf(content) / 60)));
    }
  });
});

describe('a restarted demo', () => {
  const restart = async (work: (url: string) => Promise<void>) => {
    const server = await startTestServer(app.databaseUrl, { DATA_DIR: app.dataDir });
    try {
      await work(server.url);
    } finally {
      await server.stop();
    }
  };
  const pathOf = (id: string) => join(app.dataDir, 'files', 'private', id.slice(0, 2), id);

  it('restores files that are missing from its folder, except those that are no longer recorded', async () => {
    const [lost, removed] = ['relative-color', 'jump'].map((name) => readDemoVideo(name).video.id);
    await app.pool.query('update lessons set file_id = null where file_id = $1', [removed]);
    await app.pool.query('delete from files where id = $1', [removed]);
    await rm(join(app.dataDir, 'files'), { recursive: true });
    expect((await contentOf(lost!)).status).toBe(404);
    await restart(async (url) => {
      expect((await contentOf(lost!, { range: 'bytes=0-9' }, url)).status).toBe(206);
    });
    await expect(stat(pathOf(removed!))).rejects.toThrow('ENOENT');
  });

  it('leaves existing files unchanged', async () => {
    const { id } = readDemoVideo('relative-color').video;
    const before = await stat(pathOf(id));
    await restart(async () => undefined);
    expect((await stat(pathOf(id))).ino).toBe(before.ino);
  });
});
