import type { TestApp } from './test-app.ts';
import type { TestUser } from './users.ts';

/** The body that the editor of a lesson sends, for a published article. */
export const lessonInput = (more: object = {}) => ({
  kind: 'article',
  title: 'Joints that hold',
  minutes: 8,
  isPreview: false,
  status: 'published',
  text: '## Grid\n\nA grid is a joint.',
  video: '',
  version: 1,
  ...more,
});

type By = Pick<TestUser, 'token'>;

export const addSection = async (
  app: TestApp,
  { token }: By,
  classId: string,
  title = 'Basics',
): Promise<string> => {
  const { status, body } = await app.call('POST', `/classes/${classId}/sections`, { body: { title }, token });
  if (status !== 200) throw new Error(`No section: ${JSON.stringify(body)}`);
  return body.insertedId as string;
};

export const addDraft = async (
  app: TestApp,
  { token }: By,
  sectionId: string,
  title = 'Joints that hold',
): Promise<string> => {
  const { status, body } = await app.call('POST', `/sections/${sectionId}/lessons`, {
    body: { kind: 'article', title },
    token,
  });
  if (status !== 200) throw new Error(`No lesson: ${JSON.stringify(body)}`);
  return body.insertedId as string;
};

/** Adds a published lesson, an article of 8 minutes by default. */
export const addLesson = async (
  app: TestApp,
  by: By,
  sectionId: string,
  more: object = {},
): Promise<string> => {
  const input = lessonInput(more);
  const id = await addDraft(app, by, sectionId, input.title);
  const { status, body } = await app.call('PUT', `/lessons/${id}`, { body: input, token: by.token });
  if (status !== 200) throw new Error(`Not published: ${JSON.stringify(body)}`);
  return id;
};
