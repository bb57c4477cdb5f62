import type { Database } from '../../database/client.ts';
import { setProfile } from '../../identity/set-profile.ts';
import { welcome } from '../notifications/notify.ts';
import { insertUser, type NewUser } from './users.repository.ts';

/**
 * Creates the user of an identity, which gets the same name and picture, and welcomes them.
 * @returns the id, or undefined as `insertUser`
 */
export const registerUser = (db: Database, user: NewUser): Promise<string | undefined> =>
  db.transaction(async (trx) => {
    const id = await insertUser(trx, user);
    if (!id) return undefined;
    await setProfile(trx, user.identityId, user);
    await welcome(trx, id);
    return id;
  });
