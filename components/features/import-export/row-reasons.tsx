'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { PillChoice } from '@/components/ui/pill-choice';
import type { Import, ImportRowReason } from '@/lib/contract/imports';
import { readableUrl } from '@/lib/domain/readable-path';

type ReasonedRow = Pick<Import['rows'][number], 'reasons'>;

/** Returns the number of rows for each reason, the most frequent first. */
export function countReasons(rows: readonly ReasonedRow[]): [ImportRowReason, number][] {
  const counts = new Map<ImportRowReason, number>();
  for (const reason of rows.flatMap(({ reasons }) => reasons))
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

type Row = Import['rows'][number];

const rowClass = 'flex gap-3 px-3 py-2.5 not-first:border-t';

/** More rows than the list shows before it is scrolled. */
const shownAtOnce = 12;
// Up to a thousand rows are in the document; rows below the visible part are not rendered, and have an estimated
// height. A visible row with such a height would resize the list once it is rendered, and move the buttons below it.
const laterRowClass = `${rowClass} [content-visibility:auto] [contain-intrinsic-size:auto_38px]`;

const reasonsWithoutUrl: ReadonlySet<ImportRowReason> = new Set([
  'encrypted',
  'in_trash',
  'duplicate_in_file',
  'duplicate_in_library',
]);

/** Whether a row is an encrypted bookmark, the only kind that is recognized without an address. */
const isEncrypted = ({ url, reasons }: Row): boolean =>
  url === '' && reasons.some((reason) => reasonsWithoutUrl.has(reason));

/** Maximum number of rows that the service lists. */
const listedAtMost = 1_000;

/** Every entry that was changed or not imported, with its line in the file and the reasons. */
export function RowReasons({ rows }: { rows: readonly Row[] }) {
  const t = useTranslations('ImportExport');
  const { number, list } = useFormatter();
  const [reason, setReason] = useState<ImportRowReason | 'all'>('all');
  const reasons = countReasons(rows);
  const shown = reason === 'all' ? rows : rows.filter(({ reasons }) => reasons.includes(reason));
  const explain = ({ reasons, url }: Row) =>
    list(reasons.map((one) => (one === 'too_long' && url === '' ? t('urlTooLong') : t(`reason.${one}`))));
  const title = t('rowsTitle', { count: rows.length });
  return (
    <section aria-label={title}>
      <h3 className="font-medium">{title}</h3>
      {rows.length >= listedAtMost ? (
        <p className="text-second text-muted-foreground">{t('rowsFirst', { count: listedAtMost })}</p>
      ) : null}
      {reasons.length > 1 ? (
        <div className="mt-3">
          <PillChoice
            label={t('rowsFilter')}
            isFilter
            value={reason}
            onValueChange={setReason}
            options={[
              { value: 'all', label: `${t('rowsAll')} ${number(rows.length)}` },
              ...reasons.map(([value, count]) => ({
                value,
                label: `${t(`reason.${value}`)} ${number(count)}`,
              })),
            ]}
          />
        </div>
      ) : null}
      <ul
        key={reason}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling content must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
        className="mt-3 max-h-80 overflow-y-auto overscroll-contain rounded-lg border bg-card [scrollbar-width:thin]"
      >
        {shown.map((row, index) => (
          <li key={index} className={index < shownAtOnce ? rowClass : laterRowClass}>
            <span className="w-18 shrink-0 pt-px text-second text-faint tabular-nums max-md:hidden">
              {t('line', { line: row.line })}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">
                {isEncrypted(row) ? t('encryptedEntry') : row.title || t('untitled')}
              </span>
              {isEncrypted(row) ? null : (
                <span className="block truncate text-second text-muted-foreground" title={row.url}>
                  {readableUrl(row.url) || t('noUrl')}
                </span>
              )}
              <span className="mt-0.5 block text-second text-faint md:hidden">
                {t('line', { line: row.line })} · {explain(row)}
              </span>
            </span>
            <Badge className="self-center max-md:hidden">{explain(row)}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
