'use client';

import { useTranslations } from 'next-intl';
import { optionProps, type SearchListProps } from '@/components/features/search/option-props';
import { optionKey, type SearchOption } from '@/components/features/search/search-option';
import { SearchTips } from '@/components/features/search/search-tips';
import { Icon } from '@/components/ui/icon';
import type { Plan } from '@/lib/contract/schemas/account';
import { cn } from '@/lib/utils/cn';

interface SearchStartProps extends SearchListProps {
  plan: Plan;
  onForget: () => void;
}

/** Before anything is typed: what was searched for last, and what can be asked. */
export function SearchStart({ plan, onForget, ...list }: SearchStartProps) {
  const t = useTranslations('Search');
  const recent = list.options.filter((option) => option.kind === 'text' && option.isRecent);
  const examples = list.options.slice(recent.length);
  const isPro = plan === 'pro';
  return (
    <div className="px-4 py-4">
      <div role="listbox" id={list.id} aria-label={t('suggestions')}>
        {recent.length === 0 ? null : (
          <div role="group" aria-label={t('recent')} className="mb-4">
            <p aria-hidden="true" className="mb-1 text-caption font-medium text-muted-foreground">
              {t('recent')}
            </p>
            {recent.map((option, index) => (
              <TextOption
                key={optionKey(option)}
                {...{ list, option, index }}
                icon="i-history"
                className="-mx-2 flex min-h-8 items-center gap-2.5 rounded-md px-2 hover:bg-muted touch:min-h-11"
              />
            ))}
          </div>
        )}
        <div role="group" aria-label={t('examplesLabel')}>
          <p className="font-serif text-panel font-semibold">{t(isPro ? 'askHeading' : 'tryHeading')}</p>
          <p className="mt-0.5 mb-3 text-muted-foreground">{t(isPro ? 'askText' : 'tryText')}</p>
          <div className="flex flex-wrap gap-2">
            {examples.map((option, index) => (
              <TextOption
                key={optionKey(option)}
                {...{ list, option, index: recent.length + index }}
                icon="i-search"
                className="inline-flex h-8 items-center gap-2 rounded-full border px-3 text-small hover:border-input touch:h-11"
              />
            ))}
          </div>
        </div>
      </div>
      <SearchTips isPro={isPro} onForget={recent.length > 0 ? onForget : null} />
    </div>
  );
}

interface TextOptionProps {
  list: SearchListProps;
  option: SearchOption;
  index: number;
  icon: `i-${string}`;
  className: string;
}

function TextOption({ list, option, index, icon, className }: TextOptionProps) {
  return (
    <div
      {...optionProps(list, option, index)}
      className={cn('cursor-default', className, index === list.active && 'bg-accent')}
    >
      <Icon name={icon} className="size-3.5 text-muted-foreground" />
      <span className="truncate">{option.kind === 'text' ? option.text : null}</span>
    </div>
  );
}
