import { useQuery } from '@tanstack/react-query';
import { PASSWORD_LENGTH } from '#contract/auth.ts';
import { configQuery } from '#web/calls/config.ts';

/** The minimum length of a new password on this site. */
export const usePasswordMinLength = (): number =>
  useQuery(configQuery).data?.passwordMinLength ?? PASSWORD_LENGTH.min;
