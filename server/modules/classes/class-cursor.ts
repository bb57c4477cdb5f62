import { z } from 'zod';
import { CURSOR_SORTS } from '#contract/classes.ts';
import { idSchema } from '#contract/common.ts';
import { toMinorUnits, MAXIMUM_PRICE } from '#contract/money.ts';
import { ApiError } from '../../http/api-error.ts';

export type CursorSort = (typeof CURSOR_SORTS)[number];

/** The highest value that a row can have, by the sort: minor units, a PostgreSQL integer, milliseconds. */
const HIGHEST: Record<CursorSort, number> = {
  price: toMinorUnits(MAXIMUM_PRICE),
  '-price': toMinorUnits(MAXIMUM_PRICE),
  '-enroll': 2 ** 31 - 1,
  // Later years are written in a form that PostgreSQL does not read.
  newest: Date.UTC(9999, 11, 31),
};

/** Where a page ended: the value that the list is sorted by, and the id that breaks ties. */
export type ClassPosition = [value: number, id: string];

export const isCursorSort = (sort: string): sort is CursorSort =>
  (CURSOR_SORTS as readonly string[]).includes(sort);

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

/** @throws ApiError `invalid_input` for a sort that has no cursor */
export const requireCursorSort = (sort: string): CursorSort =>
  isCursorSort(sort) ? sort : refuse(`does not go with the sort ${sort}`);

/** @throws ApiError `invalid_input` for anything that `encodeCursor` did not make of a row of a list so sorted */
export const decodeCursor = (cursor: string, sort: CursorSort): ClassPosition => {
  const position = readPosition(cursor, sort);
  if (!position || encodeCursor(position) !== cursor)
    return refuse('is not a cursor that this list answered');
  return position;
};
