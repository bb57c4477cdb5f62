import { identityError } from '#web/calls/identity.ts';

/** What the identity provider's window posts to the page that opened it, as far as it is of use here. */
interface PopupMessage {
  type?: string;
  error?: { code: string; description?: string };
}

const MESSAGE_TYPE = 'better-auth:oauth-popup';

/**
 * Listens for what a sign-in window says went wrong. On a busy machine that comes after the window has closed, when
 * the identity provider's client does not listen any more.
 */
export const listenForPopupRefusal = () => {
  let refusal: Error | undefined;
  const listen = ({ origin, data }: MessageEvent<PopupMessage | null>) => {
    if (origin !== window.location.origin || data?.type !== MESSAGE_TYPE || !data.error) return;
    refusal = identityError({ code: data.error.code, message: data.error.description });
  };
  window.addEventListener('message', listen);
  return {
    /** What went wrong, in words for the person; undefined where the window said nothing. */
    refusal: () => refusal,
    stop: () => window.removeEventListener('message', listen),
  };
};
