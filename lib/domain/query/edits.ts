/** How many slips of the pen a word of this length is taken for another in spite of. */
export const editsAllowed = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** Whether so many letters left out, added, changed or swapped with their neighbour make the one word the other. */
export function isWithinEdits(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let [older, old]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, index) => index),
  ];
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      now.push(
        Math.min(
          (old[column] ?? 0) + 1,
          (now[column - 1] ?? 0) + 1,
          (old[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped && row > 1 && column > 1 ? (older[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    if (Math.min(...now) > most) return false;
    [older, old] = [old, now];
  }
  return (old[other.length] ?? Infinity) <= most;
}
