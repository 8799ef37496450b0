/** The pages that are named: the first, the last and those around the current one; null where some are left out. */
export function pageNumbers(current: number, count: number): (number | null)[] {
  const near = [1, current - 1, current, current + 1, count].filter((page) => page >= 1 && page <= count);
  const named = [...new Set(near)].sort((a, b) => a - b);
  return named.flatMap((page, index) => {
    const before = named[index - 1] ?? 0;
    if (page - before === 1) return [page];
    // A gap of one page is as wide as its number.
    return page - before === 2 ? [page - 1, page] : [null, page];
  });
}
