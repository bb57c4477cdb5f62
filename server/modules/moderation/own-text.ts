import type { CurrentUser } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';

/** Requires the caller to have written a text. @throws ApiError `forbidden` */
export const requireOwnText = (caller: CurrentUser, { userId }: { userId: string | null }): void => {
  if (userId !== caller.id) throw new ApiError('forbidden', 'This belongs to another user');
};

/** Requires a text not to be hidden by an admin. @throws ApiError `conflict` */
export const requireNotHidden = ({ hiddenAt }: { hiddenAt: Date | null }): void => {
  if (hiddenAt) throw new ApiError('conflict', 'An admin has hidden this');
};
