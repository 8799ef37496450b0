'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { Bar, BarChart, CartesianGrid, XAxis, YAxis } from 'recharts';
import { useAdminFormat } from '@/components/features/admin/use-admin-format';
import { ChartContainer, ChartTooltip, ChartTooltipContent, type ChartConfig } from '@/components/ui/chart';

export interface Series {
  key: string;
  label: string;
  /** A theme token, such as `var(--accent)`. */
  color: string;
}

interface ActivityChartProps {
  /** Text alternative of the chart. */
  label: string;
  series: readonly Series[];
  /** From the oldest day to the latest. */
  days: readonly ({ date: string } & Readonly<Record<string, number | string>>)[];
}

/** Bars of the last days, stacked by series, and the same numbers as a table. */
export function ActivityChart({ label, series, days }: ActivityChartProps) {
  const t = useTranslations('Admin');
  const { chartDay, number } = useAdminFormat();
  const config = useMemo<ChartConfig>(
    () => Object.fromEntries(series.map(({ key, ...rest }) => [key, rest])),
    [series],
  );
  return (
    <>
      <ChartContainer config={config} role="img" aria-label={label}>
        <BarChart
          data={[...days]}
          accessibilityLayer={false}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} />
          <XAxis
            dataKey="date"
            tickLine={false}
            axisLine={false}
            tickMargin={8}
            minTickGap={32}
            tickFormatter={chartDay}
          />
          <YAxis width={36} allowDecimals={false} tickLine={false} axisLine={false} tickFormatter={number} />
          <ChartTooltip content={<ChartTooltipContent labelFormatter={chartDay} valueFormatter={number} />} />
          {series.map(({ key }) => (
            <Bar
              key={key}
              dataKey={key}
              stackId="day"
              fill={`var(--color-${key})`}
              radius={2}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ChartContainer>
      {series.length > 1 ? (
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-second text-muted-foreground">
          {series.map((one) => (
            <li key={one.key} className="flex items-center gap-1.5">
              <span className="size-2.5 rounded-[2px]" style={{ background: one.color }} />
              {one.label}
            </li>
          ))}
        </ul>
      ) : null}
      <details className="mt-2">
        <summary className="w-fit rounded-sm text-second text-muted-foreground touch:py-3">
          {t('asTable')}
        </summary>
        <table className="mt-2 w-full max-w-100 text-second tabular-nums">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr className="border-b text-left text-muted-foreground">
              <th scope="col" className="py-1.5 font-medium">
                {t('day')}
              </th>
              {series.map((one) => (
                <th key={one.key} scope="col" className="py-1.5 text-right font-medium">
                  {one.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.date} className="border-b">
                <th scope="row" className="py-1 text-left font-normal">
                  {chartDay(day.date)}
                </th>
                {series.map(({ key }) => (
                  <td key={key} className="py-1 text-right">
                    {number(Number(day[key]))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
