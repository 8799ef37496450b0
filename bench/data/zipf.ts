/** Returns a function that picks from `items` by Zipf's law: the n-th about 1/n as often as the first. */
export function zipf<T>(items: readonly T[], random: () => number): () => T {
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 0; rank < items.length; rank += 1) sums.push((sum += 1 / (rank + 4)));
  return () => {
    const target = random() * sum;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return items[low] as T;
  };
}
