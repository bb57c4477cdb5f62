import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

async function* write<Row, Item extends z.ZodType>(
  item: Item,
  present: (row: Row) => z.input<Item>,
  first: Row[],
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const list = z.array(item);
  // Without the brackets around a batch.
  const write = (rows: Row[]) => JSON.stringify(list.parse(rows.map(present))).slice(1, -1);
  yield `[${write(first)}`;
  for await (const rows of batches) if (rows.length > 0) yield `,${write(rows)}`;
  yield ']';
}

/**
 * Sends a list that may be too long to be held, a batch at a time; other requests get their turn in between.
 * @param item the contract's schema of an entry, which drops what it does not name
 * @param first the first batch, which has rows; `batches` has the others
 */
export const sendJsonArray = <Row, Item extends z.ZodType>(
  reply: FastifyReply,
  item: Item,
  present: (row: Row) => z.input<Item>,
  first: Row[],
  batches: AsyncIterable<Row[]>,
): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(write(item, present, first, batches), { objectMode: false }));
