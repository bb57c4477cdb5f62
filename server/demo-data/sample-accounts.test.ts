import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { signInAs } from '#tests/support/users.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('the sample student has saved two classes', async () => {
  const { token } = await signInAs(app, 'User');
  const { body } = await app.call('GET', '/saved-classes', { token });
  expect(body.map(({ title }: { title: string }) => title)).toEqual([
    expect.stringMatching(/./),
    expect.stringMatching(/./),
  ]);
});

it('the sample teacher has a draft without an image, which visitors do not see', async () => {
  const { token, email } = await signInAs(app, 'Teacher');
  const { body: own } = await app.call('GET', `/classes/teacher/${email}?status=Draft`, { token });
  expect(own).toEqual([expect.objectContaining({ status: 'Draft', image: '' })]);
  const { body: published } = await app.call('GET', '/classes');
  expect(published).not.toContainEqual(expect.objectContaining({ _id: own[0]._id }));
});
