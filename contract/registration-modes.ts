/** Who can create an account: everyone, users with an invitation, or nobody. */
export const REGISTRATION_MODES = ['open', 'invitation', 'closed'] as const;

export type RegistrationMode = (typeof REGISTRATION_MODES)[number];
