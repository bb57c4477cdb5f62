import { sql } from 'drizzle-orm';
import { users } from './schema.ts';

/** The name of a deleted user wherever something still refers to them. */
export const DELETED_USER = 'Deleted user';

/**
 * A user's name, email address and picture as others see them. Those of a deleted user may be kept, but only for the
 * books; every other query selects and searches these instead.
 */
export const shownUser = {
  name: sql<string>`case when ${users.deletedAt} is null then ${users.name} else ${DELETED_USER} end`,
  email: sql<string>`case when ${users.deletedAt} is null then ${users.email} else '' end`,
  image: sql<string>`case when ${users.deletedAt} is null then ${users.photo} else '' end`,
};
