import { APIError } from 'better-auth/api';

/** The error of a request whose user has changed what it was checked against. */
export const changedMeanwhile = (): APIError =>
  new APIError('UNAUTHORIZED', {
    code: 'CREDENTIALS_CHANGED',
    message: 'The password or the second factor was changed in the meantime. Please log in again.',
  });
