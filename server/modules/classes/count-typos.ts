/**
 * Counts the typos between two words: letters added, left out, replaced, or swapped with the next one
 * (https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance, optimal string alignment).
 */
export const countTypos = (one: string, other: string): number => {
  const [from, to] = [Array.from(one), Array.from(other)];
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of from.entries()) {
    const current = [row + 1];
    for (const [column, wanted] of to.entries()) {
      const isSwapped = column > 0 && row > 0 && letter === to[column - 1] && wanted === from[row - 1];
      current.push(
        Math.min(
          last[column + 1]! + 1,
          current[column]! + 1,
          last[column]! + (letter === wanted ? 0 : 1),
          isSwapped ? beforeLast[column - 1]! + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last.at(-1)!;
};
