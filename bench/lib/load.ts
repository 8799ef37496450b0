import autocannon from 'autocannon';

export interface Load {
  /** Requests per second, mean over the run. */
  rps: number;
  /** Milliseconds. */
  p50: number;
  errors: number;
}

/** Sends continuous requests to `url` over `connections` connections for `seconds`. */
export async function load(
  url: string,
  {
    connections = 8,
    seconds = 5,
    headers = {},
  }: { connections?: number; seconds?: number; headers?: Record<string, string> } = {},
): Promise<Load> {
  const result = await autocannon({ url, connections, duration: seconds, headers });
  return {
    rps: result.requests.average,
    p50: result.latency.p50,
    errors: result.errors + result.non2xx,
  };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the quantile `q` (0 to 1) of `values`. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

/** Returns the duration in milliseconds of each of `times` sequential runs of `work`. */
export async function time(times: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const start = performance.now();
    await work(index);
    taken.push(performance.now() - start);
  }
  return taken;
}

/** Least-squares slope of `values`, in units per step. */
export function slope(values: readonly number[]): number {
  const mean = (values.length - 1) / 2;
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  let top = 0;
  let bottom = 0;
  values.forEach((value, index) => {
    top += (index - mean) * (value - average);
    bottom += (index - mean) ** 2;
  });
  return top / bottom;
}
