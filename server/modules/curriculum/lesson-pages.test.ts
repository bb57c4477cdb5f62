import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishClass } from '#tests/support/classes.ts';
import { addLesson, addSection } from '#tests/support/curriculum.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createTeacher, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let teacher: TestUser;
let classId: string;
let empty: string;
let preview: string;
let locked: string;

const TEXT = [
  '# Grid',
  'A **grid** has [lines](https://example.test/lines).',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '[bad](javascript:alert(1)) ![bad](data:text/html,x)',
  '| a | b |\n|---|---|\n| 1 | 2 |',
].join('\n\n');

beforeAll(async () => {
  app = await startTestApp({ CLASS_PAGES: 'public' });
  teacher = await createTeacher(app);
  const admin = await signInAs(app, 'Admin');
  [classId, empty] = [await publishClass(app, teacher, admin), await publishClass(app, teacher, admin)];
  const section = await addSection(app, teacher, classId, 'First steps');
  preview = await addLesson(app, teacher, section, { title: 'See it', isPreview: true, text: TEXT });
  locked = await addLesson(app, teacher, section, { title: 'Do it', text: 'For students', minutes: 75 });
  await app.call('PUT', `/classes/${classId}/curriculum/outcomes`, {
    body: { outcomes: ['Lay out a page'], version: 1 },
    token: teacher.token,
  });
});
afterAll(() => app.close());

const visit = async (path: string) => {
  const response = await fetch(`${app.url}${path}`);
  const html = await response.text();
  const [, body = ''] = /<div id="root">([\s\S]*?)<script id=/.exec(html) ?? [];
  return { status: response.status, policy: response.headers.get('content-security-policy')!, html, body };
};

describe('the page of a class', () => {
  it('has its curriculum, with lengths, totals, outcomes and previews', async () => {
    const { body, html } = await visit(`/classDetail/${classId}`);
    for (const text of [
      'What you will learn',
      'Lay out a page',
      'First steps',
      'See it',
      'Do it',
      '1 h 15 min',
    ])
      expect(body).toContain(text);
    expect(body).toContain('1 section · 2 lessons · 1 h 23 min · updated ');
    expect(body).toContain(`href="/lesson/${preview}"`);
    expect(body).not.toContain(`href="/lesson/${locked}"`);
    expect(html).not.toContain('For students');
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'Course',
      teaches: ['Lay out a page'],
      hasCourseInstance: { courseWorkload: 'PT83M' },
      syllabusSections: [{ '@type': 'Syllabus', name: 'First steps' }],
    });
  });

  it('mentions no curriculum if there is none', async () => {
    const { body, html } = await visit(`/classDetail/${empty}`);
    for (const text of ['Curriculum', 'What you will learn', 'section ·']) expect(body).not.toContain(text);
    expect(html).not.toContain('syllabusSections');
  });
});

describe('the page of a preview', () => {
  it('shows the text to anyone, with its HTML escaped', async () => {
    const { status, body } = await visit(`/lesson/${preview}`);
    expect(status).toBe(200);
    expect(body).toContain('<strong>grid</strong>');
    expect(body).toContain('<h2>Grid</h2>');
    expect(body).toContain('<table>');
    expect(body).toContain('<a href="https://example.test/lines" rel="nofollow ugc noopener">lines</a>');
    expect(body).toContain('&lt;script&gt;');
    expect(body).not.toMatch(/<script|<img src=x|href="javascript|src="data/);
  });

  it('allows the video players, as no other page does', async () => {
    expect((await visit(`/lesson/${preview}`)).policy).toMatch(
      /frame-src [^;]*https:\/\/www\.youtube-nocookie\.com https:\/\/player\.vimeo\.com/,
    );
    for (const path of ['/', `/classDetail/${classId}`, '/dashboard'])
      expect((await visit(path)).policy).not.toMatch(/youtube|vimeo/);
  });

  it('is rebuilt once the lesson has changed', async () => {
    const before = await visit(`/lesson/${preview}`);
    expect((await visit(`/lesson/${preview}`)).html).toBe(before.html);
    const { version } = (await app.call('GET', `/lessons/${preview}`, { token: teacher.token })).body;
    await app.call('PUT', `/lessons/${preview}`, {
      body: {
        kind: 'article',
        title: 'See it',
        minutes: 8,
        isPreview: true,
        status: 'published',
        text: 'Rewritten',
        video: '',
        version,
      },
      token: teacher.token,
    });
    expect((await visit(`/lesson/${preview}`)).body).toContain('Rewritten');
  });

  it('does not exist for a lesson that only students may read', async () => {
    const { status, html } = await visit(`/lesson/${locked}`);
    expect(status).toBe(404);
    expect(html).not.toContain('For students');
    expect((await visit('/lesson/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });
});
