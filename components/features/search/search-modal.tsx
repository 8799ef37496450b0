'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { SearchBody } from '@/components/features/search/search-body';
import { SearchField } from '@/components/features/search/search-field';
import { SearchKeys } from '@/components/features/search/search-keys';
import { useSearchModal } from '@/components/features/search/use-search-modal';
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog';

interface SearchModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Search while typing. Closing clears it; Enter without a choice goes to the page with all results. */
export function SearchModal({ open, onOpenChange }: SearchModalProps) {
  const t = useTranslations('Search');
  const id = useId();
  const modal = useSearchModal(open, onOpenChange);
  const { search, options, chosen } = modal;
  return (
    <Dialog open={open} onOpenChange={modal.change}>
      <DialogContent
        closeLabel={t('close')}
        width="lg"
        aria-describedby={undefined}
        className="max-md:h-[92dvh]"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          document.getElementById(`${id}-field`)?.focus();
        }}
      >
        <DialogTitle className="sr-only">{t('title')}</DialogTitle>
        <SearchField
          id={id}
          search={search}
          isListed={options.length > 0}
          activeIndex={chosen}
          onType={modal.type}
          onKeyDown={modal.handleKeyDown}
        />
        <SearchBody
          id={id}
          search={search}
          options={options}
          active={chosen}
          isStart={modal.isStart}
          plan={modal.plan}
          onChoose={modal.pick}
          onForget={modal.forget}
        />
        <SearchKeys />
      </DialogContent>
    </Dialog>
  );
}
