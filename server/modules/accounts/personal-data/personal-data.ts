import { eq } from 'drizzle-orm';
import type { PersonalData } from '#contract/account.ts';
import type { Queryable } from '../../../database/client.ts';
import type { List } from '../../../database/list.ts';
import { identityUsers, users } from '../../../database/schema.ts';
import type { CurrentUser } from '../../../http/access.ts';
import { listAccountData } from './account.ts';
import { listLearningData } from './learning.ts';
import { listPurchaseData } from './purchases.ts';
import { listTeachingData } from './teaching.ts';
import { listWrittenTexts } from './written-texts.ts';

/** The user's own record. */
export const findPersonalRecord = async (
  db: Queryable,
  { id }: CurrentUser,
): Promise<PersonalData['person']> => {
  const [person] = await db
    .select({
      name: users.name,
      email: users.email,
      photo: users.photo,
      role: users.role,
      emailVerified: identityUsers.emailVerified,
      registeredAt: users.createdAt,
    })
    .from(users)
    .innerJoin(identityUsers, eq(identityUsers.id, users.identityId))
    .where(eq(users.id, id));
  return person!;
};

type Lists = Record<Exclude<keyof PersonalData, 'person'>, List<Record<string, unknown>>>;

/** All other data stored about a user, except for secrets such as password hashes and tokens. */
export const listPersonalData = (db: Queryable, user: CurrentUser): Lists => ({
  ...listAccountData(db, user),
  ...listTeachingData(db, user.id),
  ...listLearningData(db, user.id),
  ...listWrittenTexts(db, user.id),
  ...listPurchaseData(db, user.id),
});
