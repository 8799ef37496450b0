'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import type { StoredBookmark } from '@/lib/contract/schemas/encryption';

type Cell = StoredBookmark['tables'][number]['rows'][number][number];

/** Every row of every table, column by column; what the server can read is marked. */
export function StoredTables({ stored }: { stored: StoredBookmark }) {
  const t = useTranslations('Vault');
  return (
    <div className="flex flex-col gap-5">
      {stored.tables
        .filter(({ rows }) => rows.length > 0)
        .map(({ name, rows }) => (
          <section key={name} aria-label={t('tableOf', { name })}>
            <h4 className="mb-1.5 font-mono text-second text-muted-foreground">{name}</h4>
            {rows.map((row, index) => (
              <dl key={index} className="mb-2 rounded-lg border bg-card">
                {envelopeFirst(row).map((cell) => (
                  <StoredCell key={cell.column} cell={cell} />
                ))}
              </dl>
            ))}
          </section>
        ))}
    </div>
  );
}

/** The one value that is worth comparing stands where the eye falls; the others keep the order of the table. */
const envelopeFirst = (row: readonly Cell[]): Cell[] => [
  ...row.filter(({ column }) => column === 'cipher'),
  ...row.filter(({ column }) => column !== 'cipher'),
];

function StoredCell({ cell: { column, value } }: { cell: Cell }) {
  const t = useTranslations('Vault');
  const isClosed = column === 'cipher' && value !== null;
  return (
    <div className="border-b px-3 py-1.5 last:border-b-0">
      <dt className="flex items-center justify-between gap-3">
        <span className="font-mono text-second text-muted-foreground">{column}</span>
        {value === null || value === '' || value === '{}' ? null : (
          <Badge tone={isClosed ? 'success' : 'outline'}>{t(isClosed ? 'closed' : 'readable')}</Badge>
        )}
      </dt>
      <dd className="font-mono text-second whitespace-pre-wrap wrap-anywhere">
        {value === null ? <span className="text-faint">{t('isNull')}</span> : value}
      </dd>
    </div>
  );
}
