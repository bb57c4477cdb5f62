import { useQuery } from '@tanstack/react-query';
import { hasPasswordQuery } from '#web/calls/account.ts';
import { configQuery } from '#web/calls/config.ts';
import { useSignedInUser } from '#web/session/session-context.ts';

const useHasNoPassword = (): boolean => {
  const { email } = useSignedInUser();
  return useQuery(hasPasswordQuery(email)).data === false;
};

/** The hint of a field that needs the password of the account, if that has none and can get one. */
export const useNoPasswordHint = (): string | undefined => {
  const hasNone = useHasNoPassword();
  const { data: config } = useQuery(configQuery);
  return hasNone && config?.sendsEmail
    ? 'You have no password yet, because you log in with another provider. To set one, log out and choose “Forgot your password?”.'
    : undefined;
};

/** The hint of a field that needs the password only if the account has one. */
export const useOptionalPasswordHint = (): string | undefined =>
  useHasNoPassword()
    ? 'Leave it empty: you have no password, because you log in with another provider.'
    : undefined;
