'use client';

import { useTranslations } from 'next-intl';
import { isLocked } from '@/components/entities/bookmark-text';
import type { openVaultDialog } from '@/components/entities/vault-store';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';

/** What stands in the place of the page's text where nobody may be asked for it, and the way to the key. */
export function PreviewSecret({ bookmark, ask }: { bookmark: Bookmark; ask: typeof openVaultDialog }) {
  const t = useTranslations('Preview');
  const locked = isLocked(bookmark);
  return (
    <div className="rounded-lg bg-muted p-4">
      <h3 className="flex items-center gap-2 font-medium">
        <Icon name={locked ? 'i-lock' : 'i-lock-open'} className="text-primary" />
        {t(locked ? 'lockedTitle' : 'openedTitle')}
      </h3>
      <p className="mt-1 mb-3 text-pretty text-muted-foreground">{t(locked ? 'lockedText' : 'openedText')}</p>
      {locked && bookmark.hint ? (
        <p className="mb-3 text-second wrap-anywhere">
          {t('hint')} {bookmark.hint}
        </p>
      ) : null}
      <span className="flex flex-wrap gap-2">
        {locked ? (
          <Button variant="primary" onClick={() => ask({ kind: 'unlock', bookmark })}>
            {t('unlock')}
          </Button>
        ) : null}
        <Button onClick={() => ask({ kind: 'stored', bookmark })}>{t('stored')}</Button>
      </span>
    </div>
  );
}
