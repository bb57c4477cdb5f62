import type { ApiResponse, TestApp } from './test-app.ts';
import type { TestUser } from './users.ts';

/** The body that the Teach With Us form sends. */
export const teacherRequestInput = (
  { name, email }: Pick<TestUser, 'name' | 'email'>,
  more: object = {},
) => ({
  name,
  email,
  title: 'Carpenter',
  image: '/pictures/avatars/09.svg',
  experience: 'Experienced',
  category: 'Web Development',
  ...more,
});

export const requestToTeach = (app: TestApp, user: TestUser, more: object = {}): Promise<ApiResponse> =>
  app.call('POST', '/teacher-req', { body: teacherRequestInput(user, more), token: user.token });

/** Makes a student a teacher through the API, as the two screens do. */
export const approveTeacher = async (app: TestApp, admin: TestUser, student: TestUser): Promise<void> => {
  const { body } = await requestToTeach(app, student);
  await app.call('PATCH', `/teacher-req/teacher/${body.insertedId}`, { token: admin.token });
};
