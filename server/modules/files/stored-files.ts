/** The folder of all private files in storage. */
export const PRIVATE_FOLDER = 'private';

/** The storage key of a private file. */
export const privateKey = (id: string): string => `${PRIVATE_FOLDER}/${id.slice(0, 2)}/${id}`;

/** The id of the private file that a storage key belongs to. */
export const idOfKey = (key: string): string => key.split('/')[2] ?? '';
