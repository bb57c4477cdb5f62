import { useQuery } from '@tanstack/react-query';
import { configQuery } from '#web/calls/config.ts';

/** The hint of a field that asks for the password of an account, if accounts of this site may have none and can get one. */
export const useNoPasswordHint = (): string | undefined => {
  const { data: config } = useQuery(configQuery);
  return config?.thirdPartySignIn && config.sendsEmail
    ? 'No password yet, because you log in with another provider? Log out and choose “Forgot your password?” to set one.'
    : undefined;
};
