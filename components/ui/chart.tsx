'use client';

import { createContext, useContext, type ComponentProps, type ReactNode } from 'react';
import { ResponsiveContainer, Tooltip, type TooltipContentProps } from 'recharts';
import { cn } from '@/lib/utils/cn';

/**
 * The series of a chart by their data key. A color is a theme token, so that it follows the theme
 * automatically.
 */
export type ChartConfig = Readonly<Record<string, { label: ReactNode; color: string }>>;

const ChartContext = createContext<ChartConfig | null>(null);

function useChart(): ChartConfig {
  const config = useContext(ChartContext);
  if (config === null) throw new Error('useChart must be used within a <ChartContainer />');
  return config;
}

/** Sizes a recharts chart to its container, and provides the colors of its series as `var(--color-<key>)`. */
export function ChartContainer({
  config,
  className,
  style,
  children,
  ...props
}: Omit<ComponentProps<'div'>, 'children'> & {
  config: ChartConfig;
  children: ComponentProps<typeof ResponsiveContainer>['children'];
}) {
  const colors = Object.fromEntries(Object.entries(config).map(([key, { color }]) => [`--color-${key}`, color]));
  return (
    <ChartContext value={config}>
      <div
        data-slot="chart"
        {...props}
        style={{ ...colors, ...style }}
        className={cn(
          'flex h-56 w-full justify-center text-caption',
          '[&_.recharts-cartesian-axis-tick-value]:fill-muted-foreground [&_.recharts-cartesian-grid_line]:stroke-border',
          '[&_.recharts-rectangle.recharts-tooltip-cursor]:fill-muted [&_.recharts-surface]:outline-hidden',
          className,
        )}
      >
        <ResponsiveContainer initialDimension={{ width: 320, height: 224 }}>{children}</ResponsiveContainer>
      </div>
    </ChartContext>
  );
}

export const ChartTooltip = Tooltip;

/** Content of a chart's tooltip: the label of the data point, and the value of each series. */
export function ChartTooltipContent({
  active,
  payload,
  label,
  labelFormatter,
  valueFormatter = String,
}: Partial<Pick<TooltipContentProps, 'active' | 'payload'>> & {
  label?: string | number;
  labelFormatter?: (label: string) => ReactNode;
  valueFormatter?: (value: number) => string;
}) {
  const config = useChart();
  if (active !== true || payload === undefined || payload.length === 0) return null;
  return (
    <div className="grid min-w-32 gap-1.5 rounded-lg border bg-popover px-2.5 py-1.5 text-caption shadow-float">
      <p className="font-medium">{labelFormatter ? labelFormatter(String(label)) : label}</p>
      {payload.map(({ dataKey, value }) => {
        const key = String(dataKey);
        return (
          <p key={key} className="flex items-center gap-2">
            <span aria-hidden="true" className="size-2.5 rounded-[2px]" style={{ background: `var(--color-${key})` }} />
            <span className="text-muted-foreground">{config[key]?.label}</span>
            <span className="ml-auto pl-3 font-medium tabular-nums">{valueFormatter(Number(value))}</span>
          </p>
        );
      })}
    </div>
  );
}
