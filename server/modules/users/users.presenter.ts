import type { User } from '#contract/users.ts';
import type { ListedUser } from './users.repository.ts';

/**
 * A user as admins see them.
 * @param sendsEmail whether the site can send email. Otherwise no address can be confirmed, and none is marked.
 */
export const presentUser = (
  { id, name, email, photo, role, hasSecondFactor, isConfirmed }: ListedUser,
  sendsEmail: boolean,
): User => ({
  _id: id,
  name,
  email,
  photo,
  ...(role && { role }),
  ...(hasSecondFactor && { secondFactor: true }),
  ...(sendsEmail && isConfirmed === false && { unconfirmed: true }),
});
