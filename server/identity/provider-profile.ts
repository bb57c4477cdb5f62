import { APIError } from 'better-auth/api';
import { emailSchema, imageUrlSchema, nameSchema, NOT_ON_A_LINE } from '#contract/common.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';

interface Profile {
  name?: string;
  image?: string | null;
  email?: string;
}

const UNSHOWN = new RegExp(NOT_ON_A_LINE, 'gu');

/** The name of a user whose provider has none. Each user can change theirs in the profile. */
const UNNAMED = 'Unnamed user';

const tidyName = (name: string): string => {
  const line = name.replace(UNSHOWN, ' ').trim().toWellFormed();
  return nameSchema.safeParse(line.slice(0, TEXT_LIMITS.name).toWellFormed()).data ?? UNNAMED;
};

/**
 * Adapts a third-party profile to the contract: a single-line name, and an image with a valid address or none. Absent
 * fields stay absent.
 * @throws APIError `INVALID_EMAIL` if the email address does not fit the contract
 */
export const tidyProfile = <Given extends Profile>(given: Given): Given => {
  if (given.email !== undefined && !emailSchema.safeParse(given.email).success)
    throw new APIError('BAD_REQUEST', {
      code: 'INVALID_EMAIL',
      message: 'This email address is not supported',
    });
  return {
    ...given,
    ...(given.name !== undefined && { name: tidyName(given.name) }),
    ...(given.image !== undefined && { image: imageUrlSchema.safeParse(given.image).data ?? null }),
  };
};
