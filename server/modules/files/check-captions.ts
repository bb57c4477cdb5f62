import { ApiError } from '../../http/api-error.ts';

/** `00:01.500` or `01:00:01.500`. */
const TIME = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
/** The line above the text of a cue: its times and the settings of its position. */
const TIMES = new RegExp(String.raw`^${TIME}[ \t]+-->[ \t]+${TIME}(?:[ \t]+\S.*)?$`);

const refuse = (why: string) => new ApiError('file_refused', `This file is not a valid WebVTT file: ${why}.`);

/** @throws ApiError `file_refused` */
const decode = (content: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw refuse('it is not encoded in UTF-8');
  }
};

/** Converts the four groups of `TIME` to milliseconds. */
const toMilliseconds = ([hours = '0', minutes, seconds, thousandths]: (string | undefined)[]): number =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(thousandths);

/**
 * Whether a block is a cue.
 * @throws ApiError `file_refused` for a block that is neither a cue nor a comment, a style or a region
 */
const isCue = (lines: readonly string[], number: number): boolean => {
  if (/^(NOTE|STYLE|REGION)([ \t]|$)/.test(lines[0]!)) return false;
  const times = lines.slice(0, 2).find((line) => line.includes('-->'));
  const found = TIMES.exec(times ?? '');
  if (!found) throw refuse(`line ${number} has no valid start and end time`);
  if (toMilliseconds(found.slice(1, 5)) >= toMilliseconds(found.slice(5, 9)))
    throw refuse(`the text at line ${number} ends before it begins`);
  return true;
};

/**
 * Checks captions by the syntax of WebVTT (https://www.w3.org/TR/webvtt1/#syntax). Browsers silently skip what they
 * cannot parse, so a teacher would not notice errors.
 * @throws ApiError `file_refused` that says what is wrong, and where
 */
export const checkCaptions = (content: Uint8Array): void => {
  const text = decode(content);
  if (text.includes('\0')) throw refuse('it contains null characters');
  const lines = text.split(/\r\n|\r|\n/);
  if (!/^WEBVTT([ \t]|$)/.test(lines[0]!)) throw refuse('it does not begin with the line WEBVTT');
  // The header ends at the first empty line.
  const end = lines.indexOf('');
  let cues = 0;
  for (let at = end < 0 ? lines.length : end; at < lines.length; at += 1) {
    if (lines[at] === '') continue;
    const next = lines.indexOf('', at);
    const block = lines.slice(at, next < 0 ? lines.length : next);
    if (isCue(block, at + 1)) cues += 1;
    at += block.length;
  }
  if (cues === 0) throw refuse('it has no text');
};
