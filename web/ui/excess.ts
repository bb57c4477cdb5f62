import { formatNumber } from '#contract/format-number.ts';

/** Says how much too long a text is. @returns undefined if it is not, or if there is no limit */
export const excessOf = (text: string, maxLength?: number): string | undefined =>
  maxLength !== undefined && text.length > maxLength
    ? `At most ${formatNumber(maxLength)} characters. This text is ${formatNumber(text.length - maxLength)} too long.`
    : undefined;
