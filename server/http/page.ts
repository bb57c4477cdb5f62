import type { FastifyReply } from 'fastify';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import type { Page } from '../database/paging.ts';

/** Says in the header how many entries the whole list has, and gives the rows of the page. */
export const sendPage = <Row>(
  reply: FastifyReply,
  { rows, total }: Pick<Page<Row>, 'rows'> & Partial<Page<Row>>,
): Row[] => {
  if (total !== undefined) reply.header(TOTAL_COUNT_HEADER, total);
  return rows;
};
