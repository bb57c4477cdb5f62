/** A mark of a list or a quotation. */
const CONTAINER = />|[-+*]|\d+[.)]/g;
/** The marks of the lists and quotations that a line begins. */
const LINE_START = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)]))+/gm;

/** The numbers of marks for each line that begins with one. */
const containersIn = (text: string): number[] =>
  (text.match(LINE_START) ?? []).map((start) => start.match(CONTAINER)?.length ?? 0);

const hasMany = (pattern: RegExp, most: number) => (text: string) =>
  (text.match(pattern)?.length ?? 0) > most;

/** More marks than these, which no text for readers needs, are shown as written. */
const MOST = { emphasis: 2_000, links: 1_000, cells: 3_000, containers: 1_500, nesting: 20 };

const hasManyContainers = (text: string): boolean => {
  const containers = containersIn(text);
  return (
    containers.reduce((sum, count) => sum + count, 0) > MOST.containers ||
    containers.some((count) => count > MOST.nesting)
  );
};

/** Syntax by its names in micromark, and the texts in which it is not recognized. */
const LIMITS: [names: string[], isExceeded: (text: string) => boolean][] = [
  [['attention', 'strikethrough'], hasMany(/[*_~]+/g, MOST.emphasis)],
  [
    [
      'labelStartLink',
      'labelStartImage',
      'definition',
      'gfmFootnoteCall',
      'gfmFootnoteDefinition',
      'gfmPotentialFootnoteCall',
    ],
    hasMany(/\[/g, MOST.links),
  ],
  [['table'], hasMany(/\|/g, MOST.cells)],
  [['blockQuote', 'list'], hasManyContainers],
];

/** What remark reads its extensions from. */
interface ParserData {
  micromarkExtensions?: object[];
}

/**
 * A plugin of remark that ignores the kinds of syntax of which a text has too many marks. The time that parsing takes grows
 * with the square of their number, and deep nesting overflows the stack: a text of 20,000 characters could block the server
 * for a minute.
 */
export function limitSyntax(this: { data: () => object }, text: string): void {
  const names = LIMITS.flatMap(([syntax, isExceeded]) => (isExceeded(text) ? syntax : []));
  if (names.length === 0) return;
  const data = this.data() as ParserData;
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: names } }];
}
