/** Who can create an account: everybody, those who have an invitation, or nobody. */
export const REGISTRATION_MODES = ['open', 'invitation', 'closed'] as const;

export type RegistrationMode = (typeof REGISTRATION_MODES)[number];
