import { findOffer, payFor } from './payments.ts';
import type { TestUser } from './users.ts';
import type { ApiResponse, TestApp } from './test-app.ts';

/** The body that the Add Class form sends. */
export const classInput = (more: object = {}) => ({
  image: '/pictures/covers/seo-fundamentals.svg',
  price: 19.5,
  title: 'Woodworking for web developers',
  experience: 'Beginner',
  category: 'Web Development',
  description: 'Joints that hold, explained with the grid layout that you know.',
  status: 'Pending',
  ...more,
});

export const addClass = async (app: TestApp, teacher: TestUser, more: object = {}): Promise<string> => {
  const { body } = await app.call('POST', '/classes', { body: classInput(more), token: teacher.token });
  return body.insertedId as string;
};

/** Adds a draft of a class, which nobody but its teacher sees. */
export const addDraft = async (app: TestApp, teacher: TestUser, more: object = {}): Promise<string> => {
  const { body } = await app.call('POST', '/classes/drafts', {
    body: classInput(more),
    token: teacher.token,
  });
  return body.insertedId as string;
};

export const approveClass = (app: TestApp, admin: TestUser, id: string): Promise<ApiResponse> =>
  app.call('PATCH', `/classes/${id}`, { body: { status: 'approve' }, token: admin.token });

/** Pays for a class (the most expensive one by default) and enrolls in it. @returns the transaction id */
export const buyClass = async (app: TestApp, buyer: TestUser, id?: string): Promise<string> => {
  const offer = id ? (await app.call('GET', `/classes/${id}`)).body : await findOffer(app);
  const transactionId = await payFor(app, buyer, offer);
  const { status, body } = await app.call('POST', '/payments', {
    body: { transactionId },
    token: buyer.token,
  });
  if (status !== 200) throw new Error(`Not enrolled: ${JSON.stringify(body)}`);
  return transactionId;
};

/** Creates a class of a teacher and approves it. */
export const publishClass = async (
  app: TestApp,
  teacher: TestUser,
  admin: TestUser,
  more: object = {},
): Promise<string> => {
  const id = await addClass(app, teacher, more);
  await approveClass(app, admin, id);
  return id;
};
