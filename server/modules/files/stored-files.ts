import { isId } from '#contract/id.ts';
import { PRIVATE_FOLDER } from '../../files/storage.ts';

const KEY = new RegExp(`^${PRIVATE_FOLDER}/[^/]+/([^/]+)$`);

/** The storage key of a private file. */
export const privateKey = (id: string): string => `${PRIVATE_FOLDER}/${id.slice(0, 2)}/${id}`;

/** The id of the private file that a storage key belongs to, or undefined for a key that the server did not create. */
export const idOfKey = (key: string): string | undefined => {
  const [, id] = KEY.exec(key) ?? [];
  return isId(id) ? id : undefined;
};
