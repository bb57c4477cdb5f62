import { z } from 'zod';
import { CURSOR_SORTS } from '#contract/classes.ts';
import { idSchema } from '#contract/common.ts';
import { toMinorUnits, MAX_PRICE } from '#contract/money.ts';
import { ApiError } from '../../http/api-error.ts';

export type CursorSort = (typeof CURSOR_SORTS)[number];

/** The highest value of a row by sort order: minor units, a PostgreSQL integer, milliseconds. */
const HIGHEST: Record<CursorSort, number> = {
  price: toMinorUnits(MAX_PRICE),
  '-price': toMinorUnits(MAX_PRICE),
  '-enroll': 2 ** 31 - 1,
  // JavaScript formats later years in a way that PostgreSQL cannot parse.
  newest: Date.UTC(9999, 11, 31),
};

/** The end of a page: the value that the list is sorted by, and the id that breaks ties. */
export type ClassPosition = [value: number, id: string];

/** Whether a sort order supports cursor pagination. The others only have numbered pages. */
export const isCursorSort = (sort: string): sort is CursorSort =>
  (CURSOR_SORTS as readonly string[]).includes(sort);

/** Encodes the end of a page as an opaque text, which `decodeCursor` reads. */
export const encodeCursor = (position: ClassPosition): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

const readPosition = (cursor: string, sort: CursorSort): ClassPosition | undefined => {
  try {
    const schema = z.tuple([z.int().min(0).max(HIGHEST[sort]), idSchema]);
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    return undefined;
  }
};

const refuse = (problem: string): never => {
  throw new ApiError('invalid_input', `cursor: ${problem}`, { fields: { cursor: problem } });
};

/** Requires a sort order that supports cursors. @throws ApiError `invalid_input` */
export const requireCursorSort = (sort: string): CursorSort =>
  isCursorSort(sort) ? sort : refuse(`does not support the sort ${sort}`);

/**
 * Decodes a cursor.
 * @throws ApiError `invalid_input` unless `encodeCursor` created it for a list with this sort order
 */
export const decodeCursor = (cursor: string, sort: CursorSort): ClassPosition => {
  const position = readPosition(cursor, sort);
  if (!position || encodeCursor(position) !== cursor) return refuse('is not a cursor of this list');
  return position;
};
