import { z } from 'zod';
import { idSchema } from '#contract/common.ts';
import { ApiError } from '../../http/api-error.ts';

/** Milliseconds: the last moment that a `Date` holds. */
const LATEST_MOMENT = 8.64e15;

/** Where a page ended: the value that the list is sorted by, and the id that breaks ties. */
const positionSchema = z.tuple([z.int().min(0).max(LATEST_MOMENT), idSchema]);

export type ClassPosition = z.infer<typeof positionSchema>;

export const encodeCursor = (position: ClassPosition): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** @throws ApiError `invalid_input` for anything that `encodeCursor` did not make */
export const decodeCursor = (cursor: string): ClassPosition => {
  try {
    return positionSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    const fields = { cursor: 'is not a cursor that this list answered' };
    throw new ApiError('invalid_input', `cursor: ${fields.cursor}`, { fields });
  }
};
