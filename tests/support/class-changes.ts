import { classInput } from './classes.ts';
import type { ApiResponse, TestApp } from './test-app.ts';
import type { TestUser } from './users.ts';

/** A pending change, as an admin reviews it. */
export interface PendingChange {
  _id: string;
  version: number;
}

/** Updates a published class in a way that needs a review. @returns the pending change */
export const proposeChange = async (
  app: TestApp,
  teacher: TestUser,
  classId: string,
  change: object,
): Promise<PendingChange> => {
  await app.call('PUT', `/classes/${classId}`, { body: classInput(change), token: teacher.token });
  const { body } = await app.call('GET', `/classes/${classId}/change`, { token: teacher.token });
  return body.change as PendingChange;
};

export const approveChange = (
  app: TestApp,
  admin: TestUser,
  { _id, version }: PendingChange,
): Promise<ApiResponse> =>
  app.call('PATCH', `/class-changes/${_id}`, { body: { status: 'approve', version }, token: admin.token });

export const rejectChange = (
  app: TestApp,
  admin: TestUser,
  { _id, version }: PendingChange,
  reason?: string,
): Promise<ApiResponse> =>
  app.call('PATCH', `/class-changes/reject/${_id}`, {
    body: { status: 'rejected', version, reason },
    token: admin.token,
  });
