import { z } from 'zod';
import { emailSchema } from './common.ts';

/**
 * The maximum number of accounts per link, of addresses that are invited at once, and of days until an invitation
 * expires.
 */
const LIMITS = { uses: 1_000, addresses: 100, days: 365 } as const;

const daysSchema = z
  .int('Enter a whole number of days')
  .min(1, 'At least one day')
  .max(LIMITS.days, `At most ${LIMITS.days} days`);

export const emailInvitationsSchema = z.object({
  emails: z
    .array(emailSchema)
    .min(1, 'Enter at least one email address')
    .max(LIMITS.addresses, `At most ${LIMITS.addresses} addresses at once`),
  days: daysSchema,
});

export const invitationLinkSchema = z.object({
  maxUses: z
    .int('Enter a whole number')
    .min(1, 'At least one account')
    .max(LIMITS.uses, `At most ${LIMITS.uses} accounts`),
  days: daysSchema,
});

/** An address with its domain in ASCII, as browsers send what is typed into an email field. */
const withAsciiDomain = (address: string): string => {
  const [, user, domain] = /^([^@]+)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(address) ?? [];
  if (!domain || !/\P{ASCII}/u.test(domain) || !URL.canParse(`http://${domain}`)) return address;
  return `${user}@${new URL(`http://${domain}`).hostname}`;
};

/**
 * Splits a text into email addresses, which are separated by spaces, line breaks, commas or semicolons. International
 * domains are converted to ASCII.
 */
export const splitAddresses = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(withAsciiDomain);

/** The form with which an admin invites addresses. */
export const emailInvitationFormSchema = z.object({
  emails: z.string().superRefine((text, context) => {
    const addresses = splitAddresses(text);
    const wrong = addresses.find((address) => !emailSchema.safeParse(address).success);
    if (addresses.length === 0) context.addIssue('Enter at least one email address');
    else if (wrong) context.addIssue(`${wrong} is not an email address`);
    else if (addresses.length > LIMITS.addresses)
      context.addIssue(`At most ${LIMITS.addresses} addresses at once`);
  }),
  days: daysSchema,
});

export type EmailInvitationForm = z.infer<typeof emailInvitationFormSchema>;
export type InvitationLinkForm = z.infer<typeof invitationLinkSchema>;
