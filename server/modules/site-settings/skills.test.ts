import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SiteSettings } from '#contract/site-settings.ts';
import { DEFAULT_SKILLS, SKILL_LIMITS, type Skills } from '#contract/skills.ts';
import { classInput, publishClass } from '#tests/support/classes.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { teacherRequestInput } from '#tests/support/teacher-requests.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStudent, signInAs, type TestUser } from '#tests/support/users.ts';

let app: TestApp;
let other: Awaited<ReturnType<typeof startTestServer>>;
let admin: TestUser;
let teacher: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  other = await startTestServer(app.databaseUrl);
  admin = await signInAs(app, 'Admin');
  teacher = await signInAs(app, 'Teacher');
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

const settings = async () =>
  (await app.call('GET', '/site-settings', { token: admin.token })).body as SiteSettings;
const offer = async (skills: Partial<Skills>, version?: number, token = admin.token) =>
  app.call('PUT', '/site-settings', {
    token,
    body: { skills: { ...DEFAULT_SKILLS, ...skills }, version: version ?? (await settings()).version },
  });
const offered = async (url = app.url) => (await (await fetch(`${url}/api/skills`)).json()) as Skills;
const ask = async (changed: object) => {
  const user = await createStudent(app);
  const body = { ...teacherRequestInput(user), ...changed };
  const response = await app.call('POST', '/teacher-req', { body, token: user.token });
  return { ...response, user };
};

afterEach(async () => {
  expect((await offer({})).status).toBe(200);
});

describe('the skills that a site offers', () => {
  it('are those of the specification, in its order, until an admin changes them', async () => {
    expect(await offered()).toEqual({
      experienceLevels: ['Experienced', 'Beginner', 'Mid Level', 'Junior'],
      skillCategories: [
        'Web Development',
        'Digital Marketing',
        'Graphics Design',
        'App Development',
        'Game Development',
        'SEO Development',
      ],
    });
  });

  it('are on every server and page with the next request, in the order of the admin', async () => {
    const page = async (url: string) => (await fetch(`${url}/allClasses`)).text();
    expect(await page(other.url)).not.toContain('Pottery');
    const skills = { experienceLevels: ['Any', 'Junior'], skillCategories: ['Pottery', 'Baking', 'Weaving'] };
    expect((await offer(skills)).body).toMatchObject({ skills });
    expect(await offered()).toEqual(skills);
    expect(await page(app.url)).toMatch(/Pottery<\/option>.*Baking<\/option>.*Weaving<\/option>/);
    await expect.poll(() => page(other.url)).toContain('Pottery</option>');
    await expect.poll(() => offered(other.url)).toEqual(skills);
    expect(await page(other.url)).not.toContain('Game Development</option>');
  });

  it('are recorded in the audit trail, and only admins can change them', async () => {
    await offer({ skillCategories: ['Pottery'] });
    const { body } = await app.call('GET', '/audit?action=site settings changed', { token: admin.token });
    expect(body[0]).toMatchObject({ reason: 'Experience levels and skill categories' });
    expect((await offer({}, 0, teacher.token)).status).toBe(403);
  });

  it('of one admin do not overwrite those of another', async () => {
    const { version } = await settings();
    const responses = await Promise.all(
      ['Pottery', 'Baking'].map((name) => offer({ skillCategories: [name] }, version)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = responses.find(({ status }) => status === 409)!;
    expect(refused.body).toMatchObject({ error: { code: 'edit_conflict', current: await settings() } });
  });

  const many = (count: number) => Array.from({ length: count }, (_, index) => `Skill ${index}`);
  it.each<[string, Partial<Skills>, string]>([
    ['none', { skillCategories: [] }, 'skillCategories'],
    ['no level', { experienceLevels: [] }, 'experienceLevels'],
    ['too many', { skillCategories: many(SKILL_LIMITS.count + 1) }, 'skillCategories'],
    ['a long one', { skillCategories: ['x'.repeat(SKILL_LIMITS.length + 1)] }, 'skillCategories.0'],
    ['an empty one', { skillCategories: ['Pottery', ' '] }, 'skillCategories.1'],
    ['an invisible one', { experienceLevels: ['\u200b'] }, 'experienceLevels.0'],
    ['two lines', { experienceLevels: ['Two\nlines'] }, 'experienceLevels.0'],
    ['one twice', { skillCategories: ['Pottery', 'Baking', 'Pottery'] }, 'skillCategories.2'],
    [
      'one twice that looks the same',
      { skillCategories: ['Pottery', ' pOTTERY\u200b'] },
      'skillCategories.1',
    ],
    [
      'one twice with other spaces',
      { experienceLevels: ['Mid Level', 'Mid\u00a0 level'] },
      'experienceLevels.1',
    ],
  ])('are refused, and the field is named: %s', async (_what, skills, field) => {
    const before = await offered();
    const { status, body } = await offer(skills);
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty([`skills.${field}`]);
    expect(await offered()).toEqual(before);
  });

  it('can be as many and as long as the limits say, with any characters of a line', async () => {
    const names = many(SKILL_LIMITS.count - 1);
    const odd = `</script> "O'Brien" ${'é'.repeat(SKILL_LIMITS.length)}`.slice(0, SKILL_LIMITS.length);
    expect((await offer({ skillCategories: [odd, ...names] })).status).toBe(200);
    expect((await offered()).skillCategories[0]).toBe(odd);
    expect(await (await fetch(`${app.url}/allClasses`)).text()).not.toContain('</script> "O');
    expect((await ask({ category: odd })).status).toBe(200);
  });
});

describe('a choice that is no longer offered', () => {
  it('stays in requests and is refused for new ones, with what to do', async () => {
    const { user } = await ask({ category: 'Game Development', experience: 'Junior' });
    await offer({ skillCategories: ['Pottery'], experienceLevels: ['Any'] });
    const { body } = await app.call('GET', '/teacher-req/own', { token: user.token });
    expect(body.request).toMatchObject({ category: 'Game Development', experience: 'Junior' });
    const list = await app.call('GET', `/teacher-req?q=${user.email}`, { token: admin.token });
    expect(list.body).toMatchObject([{ category: 'Game Development', experience: 'Junior' }]);
    const refused = await ask({ category: 'Game Development', experience: 'Junior' });
    expect(refused.status).toBe(400);
    expect(refused.body.error.fields).toEqual({
      category: 'This skill category is not offered. Select another one.',
      experience: 'This experience level is not offered. Select another one.',
    });
    expect((await ask({ category: 'pottery', experience: 'Any' })).status).toBe(400);
    expect((await ask({ category: ' Pottery ', experience: 'Any' })).status).toBe(200);
  });

  it('stays with a class, which its teacher can still change and visitors still find', async () => {
    const id = await publishClass(app, teacher, admin, { category: 'SEO Development', experience: 'Junior' });
    await offer({ skillCategories: ['Pottery', 'Baking'], experienceLevels: ['Any'] });
    const update = (changed: object) =>
      app.call('PUT', `/classes/${id}`, { body: { ...classInput(), ...changed }, token: teacher.token });
    const read = async () => (await app.call('GET', `/classes/${id}`)).body;
    expect((await update({ category: 'SEO Development', experience: 'Junior' })).status).toBe(200);
    const refused = await update({ category: 'Web Development', experience: 'Junior' });
    expect(refused.body.error.fields).toHaveProperty('category');
    expect(await read()).toMatchObject({ category: 'SEO Development', experience: 'Junior' });
    const found = await app.call('GET', '/classes?category=SEO Development&status=approve&page=1&limit=100');
    expect(found.body.map(({ _id }: { _id: string }) => _id)).toContain(id);
    expect((await update({ category: 'Pottery', experience: 'Any' })).status).toBe(200);
    expect(await read()).toMatchObject({ category: 'Pottery', experience: 'Any' });
    const pottery = await app.call('GET', '/classes?category=Pottery&status=approve&page=1');
    expect(pottery.body).toMatchObject([{ _id: id }]);
    expect((await app.call('GET', '/classes?category=Baking&status=approve&page=1')).body).toEqual([]);
    const added = await app.call('POST', '/classes', { body: classInput(), token: teacher.token });
    expect(added.body.error.fields).toHaveProperty('category');
  });

  it('has no page of its own: its address shows all classes, with the main page as canonical', async () => {
    const page = await (await fetch(`${app.url}/allClasses?category=Cooking`)).text();
    expect(page).not.toContain('Cooking classes');
    expect(page).toMatch(/<link rel="canonical" href="[^"]*\/allClasses"/);
  });
});
