import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { NOT_ON_A_LINE } from '#contract/common.ts';
import type { List } from '../database/list.ts';
import { contentDisposition } from './content-disposition.ts';
import { sendStream } from './streams.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_BREAKS = new RegExp(`${NOT_ON_A_LINE.source}+`, 'gu');

/** Joins the lines of a cell, because the text after a line break could be read as a cell of its own. */
const onOneLine = (text: string): string => text.replace(LINE_BREAKS, ' ').trim();

/**
 * A formula character, possibly after spaces and quotation marks, behind what another program may take for the separator.
 * The comma is not among them: it is this file's own separator, and every cell is quoted.
 */
const INNER_FORMULA = /([;|\t][\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** Escapes formulas within a text, each of which would be a cell in a spreadsheet whose list separator is a semicolon. */
const escapeInnerFormulas = (text: string): string => text.replace(INNER_FORMULA, "$1'");

type Cells = Record<string, string | number | null>;

const writeLines = (rows: Cells[], columns: readonly string[]): string =>
  stringify(rows, {
    columns: [...columns],
    record_delimiter: 'windows',
    quoted: true,
    quoted_empty: true,
    cast: { string: (text) => escapeInnerFormulas(onOneLine(text)) },
    escape_formulas: true,
  });

async function* writeFile<Row>(
  list: Pick<List<Row>, 'batches'>,
  columns: readonly string[],
  toCells: (row: Row) => Cells,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + writeLines([Object.fromEntries(columns.map((name) => [name, name]))], columns);
  for await (const rows of list.batches()) yield writeLines(rows.map(toCells), columns);
}

/**
 * Sends a list as a CSV file (RFC 4180) while it is read. Every cell is quoted. Cells that a spreadsheet would treat as
 * formulas are escaped, because users choose their own names (OWASP, CSV injection).
 *
 * @param name the name of the downloaded file
 */
export const sendCsv = <Row>(
  reply: FastifyReply,
  name: string,
  list: Pick<List<Row>, 'batches'>,
  columns: readonly string[],
  toCells: (row: Row) => Cells,
): FastifyReply => {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': contentDisposition(name),
  };
  return sendStream(reply, headers, writeFile(list, columns, toCells));
};
