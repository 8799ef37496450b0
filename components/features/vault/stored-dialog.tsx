'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ErrorState } from '@/components/common/error-state';
import { isLocked } from '@/components/entities/bookmark-text';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { openVaultDialog } from '@/components/entities/vault-store';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { encryptionQueries } from '@/lib/api/encryption';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { StoredBookmark } from '@/lib/contract/encryption';
import { readableUrl } from '@/lib/domain/readable-path';
import { parseTags } from '@/lib/domain/tags';
import { encryptedRow, decryptedRow } from '@/lib/vault/decrypted';

type Cell = StoredBookmark['tables'][number]['rows'][number][number];

/** Every row of every table, column by column; values that the server can read are marked. */
function StoredTables({ stored }: { stored: StoredBookmark }) {
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

/** The most interesting value comes first; the others keep the order of the table. */
const envelopeFirst = (row: readonly Cell[]): Cell[] => [
  ...row.filter(({ column }) => column === 'cipher'),
  ...row.filter(({ column }) => column !== 'cipher'),
];

function StoredCell({ cell: { column, value } }: { cell: Cell }) {
  const t = useTranslations('Vault');
  const isEncrypted = column === 'cipher' && value !== null;
  return (
    <div className="border-b px-3 py-1.5 last:border-b-0">
      <dt className="flex items-center justify-between gap-3">
        <span className="font-mono text-second text-muted-foreground">{column}</span>
        {value === null || value === '' || value === '{}' ? null : (
          <Badge tone={isEncrypted ? 'success' : 'outline'}>
            {t(isEncrypted ? 'unreadable' : 'readable')}
          </Badge>
        )}
      </dt>
      <dd className="font-mono text-second whitespace-pre-wrap wrap-anywhere">
        {value === null ? <span className="text-faint">{t('isNull')}</span> : value}
      </dd>
    </div>
  );
}

interface StoredDialogProps {
  bookmark: Bookmark;
  isOpen: boolean;
  onClose: () => void;
}

/** The data of a bookmark in the server's database, compared with what its owner sees. */
export function StoredDialog({ bookmark, isOpen, onClose }: StoredDialogProps) {
  const t = useTranslations('Vault');
  useDecrypted();
  const shown = decryptedRow(encryptedRow(bookmark));
  const { data, isError, refetch } = useQuery(encryptionQueries.stored(bookmark.uuid));
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="lg" className="md:w-240">
        <DialogHeader title={t('storedTitle')} description={t('storedText')} />
        <DialogBody
          tabIndex={0}
          role="region"
          aria-label={t('storedTitle')}
          className="grid content-start gap-6 outline-none md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:pb-6"
        >
          <section className="md:sticky md:top-0 md:self-start">
            <h3 className="mb-2 font-medium">{t('yours')}</h3>
            {isLocked(shown) ? <Locked bookmark={bookmark} /> : <OwnerView shown={shown} />}
          </section>
          <section className="min-w-0">
            <h3 className="mb-2 font-medium">{t('servers')}</h3>
            <p className="mb-3 text-second text-pretty text-muted-foreground">
              {t(bookmark.encrypted ? 'legend' : 'storedPlain')}
            </p>
            {data ? (
              <StoredTables stored={data} />
            ) : isError ? (
              <ErrorState
                className="py-6!"
                title={t('storedFailed')}
                text=""
                action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
              />
            ) : (
              <div role="status" aria-label={t('loading')}>
                <Skeleton className="h-60 w-full" />
              </div>
            )}
          </section>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

function OwnerView({ shown }: { shown: Bookmark }) {
  const t = useTranslations('Vault');
  const lines = [
    { name: t('title'), value: shown.title },
    { name: t('address'), value: readableUrl(shown.url ?? '') },
    { name: t('description'), value: shown.description },
    { name: t('tags'), value: parseTags(shown.tags).join(', ') },
  ];
  return (
    <dl className="rounded-lg border bg-card">
      {lines.map(({ name, value }) => (
        <div key={name} className="border-b px-3 py-2 last:border-b-0">
          <dt className="text-second text-muted-foreground">{name}</dt>
          <dd className="whitespace-pre-wrap wrap-anywhere">
            {value ? value : <span className="text-faint">{t('none')}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Locked({ bookmark }: { bookmark: Bookmark }) {
  const t = useTranslations('Vault');
  const ask = () =>
    openVaultDialog({ kind: 'unlock', bookmark, then: () => openVaultDialog({ kind: 'stored', bookmark }) });
  return (
    <div className="flex flex-col items-start gap-3 rounded-lg border bg-card px-3 py-3">
      <p className="text-muted-foreground">{t('yoursLocked')}</p>
      <Button className="touch:h-11" onClick={ask}>
        {t('unlock')}
      </Button>
    </div>
  );
}
