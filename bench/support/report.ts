import { cpus, totalmem } from 'node:os';

/** A section of the report: a table with an explanation. */
export interface Section {
  title: string;
  note: string;
  columns: string[];
  rows: string[][];
}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Describes the machine of the measurements. */
export const machine = (): string => {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${memory} GiB, ${process.platform}, Node.js ${process.versions.node}`;
};

const row = (cells: string[]): string => `| ${cells.join(' | ')} |`;

export const toMarkdown = ({ title, note, columns, rows }: Section): string =>
  [`## ${title}`, '', note, '', row(columns), row(columns.map(() => '---')), ...rows.map(row), ''].join('\n');

/** @param part such as 0.75 for the 75th percentile */
export const percentile = (numbers: number[], part: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.min(Math.floor(numbers.length * part), numbers.length - 1)]!;

export const median = (numbers: number[]): number => percentile(numbers, 0.5);

export const mean = (numbers: number[]): number =>
  numbers.reduce((sum, number) => sum + number) / numbers.length;

export const round = (number: number, digits = 0): string =>
  number.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });
