import { cn } from '@/lib/utils/cn';

/** Minimum value of a full-height bar: a single item does not fill the chart. */
const minPeak = 5;
/** Minimum height of a bar above 0, so that it is visible beside large ones. */
const minShare = 0.12;

/** Returns the heights of the bars of a small chart, from 0 (nothing) to 1: their share of the largest. */
export function barHeights(values: readonly number[]): number[] {
  const peak = Math.max(minPeak, ...values);
  return values.map((value) => (value <= 0 ? 0 : Math.max(minShare, value / peak)));
}

const height = 28;
const step = 4;
const barWidth = 3;
const tick = 1.5;

interface BarChartProps {
  /** From the oldest to the latest. */
  values: readonly number[];
  /** Text alternative of the chart. */
  label: string;
  className?: string;
}

/** A chart as small as a word: a bar for each value, a mark on the baseline for 0. */
export function BarChart({ values, label, className }: BarChartProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${values.length * step - (step - barWidth)} ${height}`}
      // A chart with a smaller height is cropped above its bars, which keep their size.
      preserveAspectRatio="xMinYMax slice"
      className={cn('block h-7 w-full', className)}
    >
      {barHeights(values).map((share, index) => {
        const tall = share === 0 ? tick : share * height;
        return (
          <rect
            key={index}
            x={index * step}
            y={height - tall}
            width={barWidth}
            height={tall}
            rx={share === 0 ? tick / 2 : 1}
            className={share === 0 ? 'fill-input' : 'fill-muted-foreground'}
          />
        );
      })}
    </svg>
  );
}
