/** The hint of a field that asks for the password of an account, which may have none. */
export const NO_PASSWORD_HINT =
  'No password yet, because you log in with another provider? Log out and choose “Forgot your password?” to set one.';
