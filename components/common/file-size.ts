import type { useFormatter } from 'next-intl';

type Format = ReturnType<typeof useFormatter>;

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a size in the unit that keeps it short, in steps of 1,024: `30.4 MB`. */
export function fileSize(format: Format, bytes: number): string {
  const step = bytes < 1_024 ? 0 : bytes < 1_024 ** 2 ? 1 : bytes < 1_024 ** 3 ? 2 : 3;
  return format.number(bytes / 1_024 ** step, {
    style: 'unit',
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  });
}
