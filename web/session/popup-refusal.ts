import type { identityError } from '#web/calls/session/identity.ts';

/** The part used here of the message that the identity provider's popup posts to its opener. */
interface PopupMessage {
  type?: string;
  error?: { code: string; description?: string };
}

const MESSAGE_TYPE = 'better-auth:oauth-popup';

/**
 * Listens for the error that a sign-in popup reports. On a slow device the message arrives after the popup has
 * closed, when the identity provider's client has stopped listening.
 */
export const listenForPopupRefusal = (toError: typeof identityError) => {
  let refusal: Error | undefined;
  const listen = ({ origin, data }: MessageEvent<PopupMessage | null>) => {
    if (origin !== window.location.origin || data?.type !== MESSAGE_TYPE || !data.error) return;
    refusal = toError({ code: data.error.code, message: data.error.description });
  };
  window.addEventListener('message', listen);
  return {
    /** The reported error, with a message for the user. Undefined if the popup reported none. */
    refusal: () => refusal,
    stop: () => window.removeEventListener('message', listen),
  };
};
