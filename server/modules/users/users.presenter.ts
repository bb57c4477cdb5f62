import type { User } from '#contract/users.ts';
import type { UserRow } from './users.repository.ts';

export const presentUser = ({ id, name, email, photo, role }: UserRow): User => ({
  _id: id,
  name,
  email,
  photo,
  ...(role && { role }),
});
