import type { DBTransactionAdapter } from 'better-auth';

/**
 * Part of a password reset by email, which proves that the user owns the address. Third-party accounts are removed in the
 * transaction that sets the new password and ends the sessions, because one of them may be a stranger's. One with the same
 * verified address is linked again when it next signs in. If the address was not confirmed before, a stranger may have
 * registered with it, so two-factor authentication is removed as well.
 */
export const claimAccount = async (adapter: DBTransactionAdapter, userId: string): Promise<void> => {
  // Locks the user before the accounts, as a change of the address does. Otherwise the two could deadlock.
  await adapter.updateMany({
    model: 'user',
    where: [{ field: 'id', value: userId }],
    update: { updatedAt: new Date() },
  });
  const claimed = await adapter.updateMany({
    model: 'user',
    where: [
      { field: 'id', value: userId },
      { field: 'emailVerified', value: false },
    ],
    update: { emailVerified: true, twoFactorEnabled: false },
  });
  if (claimed > 0)
    await adapter.deleteMany({ model: 'twoFactor', where: [{ field: 'userId', value: userId }] });
  await adapter.deleteMany({
    model: 'account',
    where: [
      { field: 'userId', value: userId },
      { field: 'providerId', operator: 'ne', value: 'credential' },
    ],
  });
};
