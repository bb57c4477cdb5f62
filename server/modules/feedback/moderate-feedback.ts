import type { Database } from '../../database/client.ts';
import { feedback } from '../../database/schema.ts';
import type { CurrentUser } from '../../http/access.ts';
import { moderate } from '../moderation/moderate.ts';
import { findModerated } from './moderation.repository.ts';

/**
 * An admin hides feedback: it is no longer public, does not count in ratings, and its author cannot replace it. Without
 * a reason, hidden feedback becomes public again.
 * @returns how many were changed: none if it was already so
 * @throws ApiError `not_found`
 */
export const moderateFeedback = (
  db: Database,
  admin: CurrentUser,
  id: string,
  reason: string | undefined,
): Promise<number> =>
  moderate(
    db,
    admin,
    {
      table: feedback,
      find: async (trx) => {
        const found = await findModerated(trx, id);
        return found && { type: 'feedback', name: `${found.user.name} on "${found.title}"` };
      },
    },
    id,
    reason,
  );
