import type { User } from '#contract/users.ts';
import { describeDeletionLoss } from '#web/account/describe-deletion-loss.ts';
import {
  deleteUser,
  fetchDeletionLoss,
  promoteUser,
  resetSecondFactor,
  revokeAdmin,
} from '#web/calls/users.ts';
import { unconfirmedWarning } from '#web/lists/unconfirmed-warning.ts';
import { confirmDeletion } from '#web/ui/confirm-deletion.ts';
import { confirm } from '#web/ui/confirm.ts';

export type UserAction = 'promote' | 'revoke' | 'reset' | 'delete';

interface Described {
  /** Asks for confirmation before anything changes. @returns whether the admin confirmed */
  ask: (user: User) => Promise<boolean>;
  run: (id: string) => Promise<unknown>;
  done: (user: User) => string;
}

const USER_LOSS =
  'Their work and progress are deleted. Students keep access to their classes, which nobody else can buy. Payments are kept and not refunded.';

/** The actions that admins can take on other users. */
export const USER_ACTIONS: Record<UserAction, Described> = {
  promote: {
    ask: ({ name, email, unconfirmed }) =>
      confirm({
        title: `Make ${name} an admin?`,
        text: [
          'Admins decide on classes and teachers, refund payments, and promote and delete users.',
          ...(unconfirmed ? [unconfirmedWarning(email)] : []),
        ].join(' '),
        confirm: 'Make admin',
        buttonClass: 'btn-primary',
      }),
    run: promoteUser,
    done: ({ name }) => `${name} is an admin now`,
  },
  revoke: {
    ask: ({ name }) =>
      confirm({
        title: `Revoke the admin role of ${name}?`,
        text: 'They will lose all admin rights immediately. If they were a teacher before, they will be one again.',
        confirm: 'Revoke admin',
        buttonClass: 'btn-error',
      }),
    run: revokeAdmin,
    done: ({ name }) => `${name} is no longer an admin`,
  },
  reset: {
    ask: ({ name }) =>
      confirm({
        title: `Reset two-factor authentication of ${name}?`,
        text: 'Make sure that they really asked for this. They will be signed out everywhere and can log in with just their password until they set it up again.',
        confirm: 'Reset',
        buttonClass: 'btn-error',
      }),
    run: resetSecondFactor,
    done: ({ name }) => `Two-factor authentication of ${name} was reset`,
  },
  delete: {
    ask: async ({ _id, name, email }) => {
      const loss = describeDeletionLoss('They', await fetchDeletionLoss(_id));
      return confirmDeletion(`${name} (${email})`, [...loss, USER_LOSS].join(' '));
    },
    run: deleteUser,
    done: () => 'User deleted',
  },
};
