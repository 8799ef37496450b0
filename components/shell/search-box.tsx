'use client';

import { useTranslations } from 'next-intl';
import { ModKey } from '@/components/common/mod-key';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';

/** Looks like a field and opens the search modal, whose own field takes the text. */
export function SearchBox({ onOpen, onNear }: { onOpen: () => void; onNear: () => void }) {
  const t = useTranslations('Shell');
  return (
    <ButtonBase
      onClick={onOpen}
      onPointerEnter={onNear}
      onFocus={onNear}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      className="flex h-9 w-full max-w-120 cursor-text items-center gap-2 rounded-md border border-input bg-card px-2.5 text-body text-muted-foreground transition-colors hover:border-faint touch:h-11"
    >
      <Icon name="i-search" />
      <span className="flex-1 truncate text-left">{t('search')}</span>
      <ModKey letter="K" />
    </ButtonBase>
  );
}
