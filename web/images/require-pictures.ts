import { ApiError } from '#web/calls/client/api-error.ts';

/** Milliseconds. */
const TIMEOUT = 10_000;

export const NO_PICTURE = 'We couldn’t load a picture from this URL.';

/** Whether this browser can show what is at an address as a picture. */
const canShow = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const picture = new Image();
    const settle = (isShown: boolean) => {
      clearTimeout(timer);
      resolve(isShown);
    };
    const timer = setTimeout(settle, TIMEOUT, false);
    picture.onload = () => settle(true);
    picture.onerror = () => settle(false);
    picture.src = address;
  });

/**
 * Requires pictures at addresses, by the fields that contain them. The browser checks this, because the server never
 * opens addresses that it is given.
 * @throws ApiError that names the fields without a picture
 */
export const requirePictures = async (addresses: Record<string, string>): Promise<void> => {
  const checked = await Promise.all(
    Object.entries(addresses).map(async ([field, address]) => ({ field, isShown: await canShow(address) })),
  );
  const fields = Object.fromEntries(
    checked.flatMap(({ field, isShown }) => (isShown ? [] : [[field, NO_PICTURE]])),
  );
  if (Object.keys(fields).length > 0)
    throw new ApiError(400, { code: 'invalid_input', message: NO_PICTURE, fields });
};
