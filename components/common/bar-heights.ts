/** A day with this many or fewer does not fill the chart: one single thing is no tower. */
const calm = 5;
/** What is there is seen, however small it is beside the rest. */
const smallest = 0.12;

/** How tall the bars of a small chart are, from 0 (nothing) to 1: as tall as their share of the largest. */
export function barHeights(values: readonly number[]): number[] {
  const peak = Math.max(calm, ...values);
  return values.map((value) => (value <= 0 ? 0 : Math.max(smallest, value / peak)));
}
