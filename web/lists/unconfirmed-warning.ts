/** What admins should know before they give rights to a user whose address was never confirmed. */
export const unconfirmedWarning = (email: string): string =>
  `The address ${email} has not been confirmed: anyone could have registered with it.`;
