import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Curriculum } from '#contract/curriculum.ts';
import { signInAs } from '#tests/support/users.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { DEMO_CLASSES } from './classes.ts';
import { readCurriculum } from './read-curriculum.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const published = DEMO_CLASSES.filter(({ status = 'approve' }) => status === 'approve');

/** A class that waits for its review has lessons, too, which admins read before they decide. */
const written = [...published, DEMO_CLASSES.find(({ slug }) => slug === 'web-performance-lab')!];

describe('the curricula of the demo', () => {
  it.each(published.map(({ title }) => title))(
    '%s has lessons and a preview that visitors read',
    async (title) => {
      const { body: classes } = await app.call('GET', '/classes');
      const { _id } = classes.find((entry: { title: string }) => entry.title === title);
      const curriculum: Curriculum = (await app.call('GET', `/classes/${_id}/curriculum`)).body;
      expect(curriculum.outcomes.length).toBeGreaterThanOrEqual(4);
      expect([2, 3]).toContain(curriculum.sections.length);
      const lessons = curriculum.sections.flatMap((section) => section.lessons);
      expect(lessons.length).toBeGreaterThanOrEqual(6);
      expect(curriculum.minutes).toBeGreaterThanOrEqual(45);
      const previews = lessons.filter(({ isPreview }) => isPreview);
      expect([1, 2]).toContain(previews.length);
      const preview = await app.call('GET', `/lessons/${previews[0]!._id}`);
      expect(preview.body.text).toMatch(/^## /m);
      const other = lessons.find(({ isPreview }) => !isPreview)!;
      expect((await app.call('GET', `/lessons/${other._id}`)).status).toBe(401);
    },
  );

  it('have several paragraphs in every lesson, below the title of the page', () => {
    for (const { slug } of written) {
      for (const { title, text } of readCurriculum(slug)!.sections.flatMap(({ lessons }) => lessons)) {
        expect(text.length, title).toBeGreaterThan(450);
        expect(text.split('\n\n').length, title).toBeGreaterThan(2);
        expect(text, title).not.toMatch(/^### /m);
      }
    }
  });

  it('show the sample student how far they have come', async () => {
    const student = await signInAs(app, 'User');
    const { body } = await app.call('GET', `/enrollments?email=${student.email}`, { token: student.token });
    const learning = body.map((entry: { learning: { done: number; lessons: number } }) => entry.learning);
    expect(learning.map(({ done }: { done: number }) => done).sort()).toEqual([1, 3, 6]);
    expect(learning.map(({ lessons }: { lessons: number }) => lessons)).toEqual([6, 6, 6]);
  });
});
