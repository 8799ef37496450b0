'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { AppLink } from '@/components/common/app-link';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { ErrorState } from '@/components/common/error-state';
import { fileSize } from '@/components/common/file-size';
import { notify } from '@/components/common/notify';
import { SettingsSection } from '@/components/features/settings/settings-section';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Progress } from '@/components/ui/progress';
import { Skeleton } from '@/components/ui/skeleton';
import { copyMutations, copyQueries } from '@/lib/api/copies';
import type { CopyUsage } from '@/lib/contract/copies';
import { isolate } from '@/lib/utils/isolate';

/** The space that saved copies use, and the largest pages, whose copies can be deleted. */
export function CopiesSection() {
  const t = useTranslations('Copies');
  const { data, isError, refetch } = useQuery(copyQueries.usage());
  return (
    <SettingsSection title={t('usage')} text={t('usageText')}>
      {data ? (
        <Usage usage={data} />
      ) : isError ? (
        <ErrorState
          className="py-8!"
          title={t('loadFailed')}
          text={t('usageFailed')}
          action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
        />
      ) : (
        <div role="status" aria-label={t('loading')}>
          <Skeleton className="h-6 w-64" />
        </div>
      )}
    </SettingsSection>
  );
}

function Usage({ usage }: { usage: CopyUsage }) {
  const t = useTranslations('Copies');
  const format = useFormatter();
  const size = (bytes: number) => fileSize(format, bytes);
  const { bytes, otherBytes, quotaBytes, versions, pages, collections, largest } = usage;
  return (
    <>
      <p className="tabular-nums">
        {versions === 0 ? t('usedNothing') : t('used', { bytes: size(bytes), versions, pages })}
        {otherBytes > 0 ? (
          <span className="text-muted-foreground"> · {t('others', { bytes: size(otherBytes) })}</span>
        ) : null}
      </p>
      {quotaBytes === null ? null : (
        <div className="mt-2 max-w-100">
          <Progress
            label={t('usedQuota', { bytes: size(bytes + otherBytes), quota: size(quotaBytes) })}
            value={(bytes + otherBytes) / quotaBytes}
          />
          <p className="mt-1 text-second text-muted-foreground tabular-nums">
            {t('usedQuota', { bytes: size(bytes + otherBytes), quota: size(quotaBytes) })}
          </p>
        </div>
      )}
      {collections.length === 0 ? null : (
        <>
          <h3 className="mt-6 font-medium">{t('byCollection')}</h3>
          <ul className="mt-2 border-t">
            {collections.map(({ uuid, name, ...used }) => (
              <li key={uuid} className="flex min-h-11 items-center gap-3 border-b py-2">
                <AppLink
                  href={`/collections/${uuid}`}
                  dir="auto"
                  className="min-w-0 flex-1 wrap-anywhere hover:underline"
                >
                  {name}
                </AppLink>
                <span className="text-second text-muted-foreground tabular-nums">
                  {t('collectionPages', { pages: used.pages })} · {size(used.bytes)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {largest.length === 0 ? null : <Largest pages={largest} size={size} />}
    </>
  );
}

interface LargestProps {
  pages: CopyUsage['largest'];
  size: (bytes: number) => string;
}

function Largest({ pages, size }: LargestProps) {
  const t = useTranslations('Copies');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useMutation({ ...copyMutations.clear(), meta: { failure: t('clearFailed') } });
  const selected = pages.filter(({ bookmark }) => chosen.has(bookmark));
  const freed = selected.reduce((sum, { bytes }) => sum + bytes, 0);
  const toggle = (bookmark: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(bookmark);
    else next.delete(bookmark);
    setChosen(next);
  };
  const clear = async () => {
    const { bytes } = await mutateAsync({ body: { uuids: selected.map(({ bookmark }) => bookmark) } });
    setChosen(new Set());
    notify({ message: t('cleared', { bytes: size(bytes) }) });
  };
  return (
    <>
      <h3 className="mt-6 font-medium">{t('largest', { count: pages.length })}</h3>
      <div className="mt-2 flex min-h-11 flex-wrap items-center gap-3 border-y py-2">
        <Checkbox
          aria-label={t('selectAll')}
          checked={selected.length === pages.length}
          onChange={({ target }) =>
            setChosen(new Set(target.checked ? pages.map(({ bookmark }) => bookmark) : []))
          }
        />
        <span aria-hidden="true" className="flex-1 text-second text-muted-foreground">
          {t('selectAll')}
        </span>
        <Button disabled={selected.length === 0} aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('clear', { count: selected.length })}
        </Button>
      </div>
      <ul>
        {pages.map(({ bookmark, title, domain, bytes, versions }) => {
          const name = title || domain || t('untitled');
          return (
            <li key={bookmark} className="flex min-h-14 items-center gap-3 border-b py-2">
              <Checkbox
                aria-label={t('selectPage', { title: isolate(name) })}
                checked={chosen.has(bookmark)}
                onChange={({ target }) => toggle(bookmark, target.checked)}
              />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate font-medium">
                  {name}
                </span>
                <span className="block truncate text-second text-muted-foreground">
                  {domain} · {t('versions', { count: versions })}
                </span>
              </span>
              <span className="text-second text-muted-foreground tabular-nums">{size(bytes)}</span>
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('clearAsk', { count: selected.length })}
        description={t('clearText', { bytes: size(freed) })}
        confirmLabel={t('clear', { count: selected.length })}
        cancelLabel={t('cancel')}
        closeLabel={t('close')}
        destructive
        onConfirm={clear}
      />
    </>
  );
}
