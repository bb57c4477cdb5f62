import type { User } from '#contract/users.ts';
import type { ListedUser } from './users.repository.ts';

/** A user as admins and the users themselves see them. */
export const presentUser = ({ id, name, email, photo, role, hasSecondFactor }: ListedUser): User => ({
  _id: id,
  name,
  email,
  photo,
  ...(role && { role }),
  ...(hasSecondFactor && { secondFactor: true }),
});
