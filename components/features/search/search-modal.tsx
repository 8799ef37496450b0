'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { SearchBody } from '@/components/features/search/search-body';
import { SearchField } from '@/components/features/search/search-field';
import { SearchKeys } from '@/components/features/search/search-keys';
import { Understood } from '@/components/features/search/understood';
import { useSearchModal, type SearchModalProps } from '@/components/features/search/use-search-modal';
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog';

/** Search while typing. Closing clears it; Enter without a choice goes to the page with all results. */
export function SearchModal(props: SearchModalProps) {
  const t = useTranslations('Search');
  const id = useId();
  const modal = useSearchModal(props);
  const { search, options, chosen, plan } = modal;
  const focusField = () => document.getElementById(`${id}-field`)?.focus();
  return (
    <Dialog open={props.open} onOpenChange={modal.change}>
      <DialogContent
        closeLabel={t('close')}
        width="lg"
        aria-describedby={undefined}
        className="max-md:h-[92dvh]"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          focusField();
        }}
      >
        <DialogTitle className="sr-only">{t('title')}</DialogTitle>
        <SearchField
          id={id}
          search={search}
          plan={plan}
          isListed={options.length > 0}
          activeIndex={chosen}
          onType={modal.type}
          onKeyDown={modal.handleKeyDown}
        />
        <Understood
          search={search}
          plan={plan}
          onSave={modal.save}
          onChange={(text) => {
            search.put(text, 'words');
            focusField();
          }}
        />
        <SearchBody
          id={id}
          search={search}
          options={options}
          active={chosen}
          isStart={modal.isStart}
          plan={plan}
          onChoose={modal.pick}
          onLeave={() => modal.change(false)}
          onForget={modal.forget}
        />
        <SearchKeys />
      </DialogContent>
    </Dialog>
  );
}
