/** Returns the closest known name, if it is close enough for `wrong` to be a typo. */
export function suggest(wrong: string, known: Iterable<string>): string | undefined {
  const lower = wrong.toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wrong.length / 3)) + 1;
  for (const name of known) {
    const distance = distanceBetween(lower, name.toLowerCase(), least);
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

const longest = 40;

/** Returns the edit distance including transpositions, counted up to `enough`. */
function distanceBetween(left: string, right: string, enough: number): number {
  if (Math.abs(left.length - right.length) >= enough || left.length > longest) return enough;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        (last[column] ?? enough) + 1,
        (current[column - 1] ?? enough) + 1,
        (last[column - 1] ?? enough) + (isSame ? 0 : 1),
        isSwap ? (beforeLast[column - 2] ?? enough) + 1 : enough,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[right.length] ?? enough;
}
