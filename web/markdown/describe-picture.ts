/** What stands for the description of a picture that was just added. */
const UNDESCRIBED = 'Picture';

/** A picture in a Markdown text that nobody has described. */
export interface UndescribedPicture {
  address: string;
  /** Where its description is in the text. */
  start: number;
  end: number;
}

/** A new picture, as Markdown. */
export const newPicture = (address: string): string => `![${UNDESCRIBED}](${address})`;

/** The pictures of a text that still have the description of a new one. One with an empty description is decoration. */
export const findUndescribed = (text: string): UndescribedPicture[] =>
  [...text.matchAll(/!\[Picture\]\(([^\s()]+)\)/g)].map(({ index, 1: address }) => {
    const start = index + '!['.length;
    return { address: address!, start, end: start + UNDESCRIBED.length };
  });

/** Writes a description in Markdown, in one line, so that none of its characters is taken for a mark. */
export const escapeDescription = (description: string): string =>
  description
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_~[\]<>&!]/g, String.raw`\$&`);
