'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { Import } from '@/lib/contract/schemas/import';
import { cn } from '@/lib/utils/cn';

const hatched =
  'bg-[repeating-linear-gradient(-45deg,var(--warn)_0_3px,color-mix(in_oklab,var(--warn)_35%,transparent)_3px_6px)] forced-color-adjust-none';

const parts = [
  { key: 'created', word: 'new', paint: 'bg-primary' },
  { key: 'duplicates', word: 'duplicate', paint: 'bg-faint/45' },
  { key: 'invalid', word: 'invalid', paint: hatched },
] as const;

/** What becomes of the entries of a file, as one bar in three parts, each with its number. */
export function OutcomeBar({ report }: { report: Pick<Import, 'created' | 'duplicates' | 'invalid'> }) {
  const t = useTranslations('ImportExport');
  const { number } = useFormatter();
  return (
    <div>
      <div
        role="img"
        aria-label={t('outcomeSaid', { ...report })}
        className="flex h-4 gap-0.5 overflow-hidden rounded-sm"
      >
        {parts.map(({ key, paint }) =>
          report[key] === 0 ? null : (
            <span key={key} className={cn('min-w-1 basis-0', paint)} style={{ flexGrow: report[key] }} />
          ),
        )}
      </div>
      <dl aria-hidden="true" className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
        {parts.map(({ key, word, paint }) => (
          <div key={key} className="flex flex-col-reverse">
            <dt className="flex items-center gap-2 text-second text-muted-foreground">
              <span className={cn('size-2.5 rounded-[3px]', paint)} />
              {t(word, { count: report[key] })}
            </dt>
            <dd className="font-serif text-screen font-semibold tabular-nums">{number(report[key])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
