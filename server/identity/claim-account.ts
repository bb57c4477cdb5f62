import type { DBTransactionAdapter } from 'better-auth';

/**
 * Part of a password reset by email, which proves that the user owns the address. If the address was not confirmed before,
 * a stranger may have registered with it. Therefore third-party accounts and two-factor authentication are removed in the
 * transaction that sets the new password and ends the sessions.
 */
export const claimAccount = async (adapter: DBTransactionAdapter, userId: string): Promise<void> => {
  const claimed = await adapter.updateMany({
    model: 'user',
    where: [
      { field: 'id', value: userId },
      { field: 'emailVerified', value: false },
    ],
    update: { emailVerified: true, twoFactorEnabled: false, updatedAt: new Date() },
  });
  if (claimed === 0) return;
  await adapter.deleteMany({ model: 'twoFactor', where: [{ field: 'userId', value: userId }] });
  await adapter.deleteMany({
    model: 'account',
    where: [
      { field: 'userId', value: userId },
      { field: 'providerId', operator: 'ne', value: 'credential' },
    ],
  });
};
