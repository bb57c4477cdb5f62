import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import { BATCH_SIZE, type List } from '../database/list.ts';
import type { Page, PageRequest } from '../database/paging.ts';
import { sendStream } from './streams.ts';

/** The header of a response in JSON. */
export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** Writes a list as JSON. The schema of an entry drops undeclared fields. */
export async function* writeJsonArray<Row, Item extends z.ZodType>(
  item: Item,
  present: (row: Row) => z.input<Item>,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string, void> {
  const list = z.array(item);
  let separator = '[';
  for await (const rows of batches) {
    // Without the brackets around a batch.
    yield separator + JSON.stringify(list.parse(rows.map(present))).slice(1, -1);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** Sends a whole list with only one batch in memory at a time. Other requests are processed in between. */
export const sendWholeList = <Row, Item extends z.ZodType>(
  reply: FastifyReply,
  item: Item,
  present: (row: Row) => z.input<Item>,
  list: Pick<List<Row>, 'batches'>,
): FastifyReply => sendStream(reply, JSON_HEADERS, writeJsonArray(item, present, list.batches()));

/** Sets the header with the total number of entries, and returns the rows of the page. */
export const sendPage = <Row>(
  reply: FastifyReply,
  { rows, total }: Pick<Page<Row>, 'rows'> & Partial<Page<Row>>,
): Row[] => {
  if (total !== undefined) reply.header(TOTAL_COUNT_HEADER, total);
  return rows;
};

/** The rows of a list that is short enough to be held in memory, otherwise undefined. */
export const readShortList = async <Row>(list: Pick<List<Row>, 'first'>): Promise<Row[] | undefined> => {
  const rows = await list.first(BATCH_SIZE + 1);
  return rows.length > BATCH_SIZE ? undefined : rows;
};

/** Sends a list: the requested page or, without one, the whole list, however long it is. */
export const sendList = async <Row, Item extends z.ZodType>(
  reply: FastifyReply,
  item: Item,
  present: (row: Row) => z.input<Item>,
  list: List<Row>,
  { page, limit }: PageRequest,
): Promise<z.input<Item>[] | FastifyReply> => {
  if (page || limit) return sendPage(reply, await list.page({ page, limit })).map(present);
  const rows = await readShortList(list);
  if (!rows) return sendWholeList(reply, item, present, list);
  return sendPage(reply, { rows, total: rows.length }).map(present);
};
