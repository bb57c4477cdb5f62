import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';

/**
 * Sends rows as a CSV file (RFC 4180) while they are read. Cells that a spreadsheet would take for a formula
 * are escaped, as people choose their own names (OWASP, CSV injection).
 *
 * @param name of the file that the browser saves
 */
export const sendCsv = (
  reply: FastifyReply,
  name: string,
  rows: AsyncIterable<Record<string, string | number | null>>,
  columns: readonly string[],
): FastifyReply => {
  const file = stringify({
    header: true,
    columns: [...columns],
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
  });
  const source = Readable.from(rows);
  source.on('error', (error) => file.destroy(error));
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(source.pipe(file));
};
