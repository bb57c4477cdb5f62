import { APIError } from 'better-auth/api';
import { emailSchema, imageAddressSchema, nameSchema, NOT_ON_A_LINE } from '#contract/common.ts';
import { TEXT_LIMITS } from '#contract/constants.ts';

interface Profile {
  name?: string;
  image?: string | null;
  email?: string;
}

const UNSHOWN = new RegExp(NOT_ON_A_LINE, 'gu');

const tidyName = (name: string): string => {
  const line = name.replace(UNSHOWN, ' ').trim().toWellFormed();
  return nameSchema.safeParse(line.slice(0, TEXT_LIMITS.name).toWellFormed()).data ?? '';
};

/**
 * What a third party says of somebody, made to fit the contract: a name on one line, and a picture at a web address
 * or none. What is not said stays as it is.
 * @throws APIError where the email address is none that the product can use
 */
export const tidyProfile = <Given extends Profile>(given: Given): Given => {
  if (given.email !== undefined && !emailSchema.safeParse(given.email).success)
    throw new APIError('BAD_REQUEST', {
      code: 'INVALID_EMAIL',
      message: 'This email address cannot be used',
    });
  return {
    ...given,
    ...(given.name !== undefined && { name: tidyName(given.name) }),
    ...(given.image !== undefined && { image: imageAddressSchema.safeParse(given.image).data ?? null }),
  };
};
