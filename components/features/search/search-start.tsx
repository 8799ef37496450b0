'use client';

import { useTranslations } from 'next-intl';
import { optionProps, type SearchListProps } from '@/components/features/search/option-props';
import { ProBanner } from '@/components/features/search/pro-banner';
import { optionKey, type SearchOption } from '@/components/features/search/search-option';
import { SearchTips } from '@/components/features/search/search-tips';
import { Icon } from '@/components/ui/icon';
import type { Plan } from '@/lib/contract/schemas/account';
import { cn } from '@/lib/utils/cn';

interface SearchStartProps extends SearchListProps {
  plan: Plan;
  onLeave: () => void;
  onForget: () => void;
}

const lineClass = '-mx-2 flex min-h-8 items-center gap-2.5 rounded-md px-2 hover:bg-muted touch:min-h-11';
const pillClass =
  'inline-flex h-8 max-w-full items-center gap-2 rounded-full border px-3 text-small hover:border-input touch:h-11';

/** Before anything is typed: what was searched for last, and what can be asked or filtered by. */
export function SearchStart({ plan, onLeave, onForget, ...list }: SearchStartProps) {
  const t = useTranslations('Search');
  const recent = list.options.filter((option) => option.kind === 'text' && option.isRecent);
  const starts = list.options.slice(recent.length);
  const isPro = plan === 'pro';
  const startsLabel = t(isPro ? 'examplesLabel' : 'tips.label');
  return (
    <div className="px-4 py-4">
      <div {...(list.options.length > 0 && { role: 'listbox', id: list.id, 'aria-label': t('suggestions') })}>
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
                className={lineClass}
              />
            ))}
          </div>
        )}
        <div {...(starts.length > 0 && { role: 'group', 'aria-label': startsLabel })}>
          <p className="font-serif text-panel font-semibold">{t(isPro ? 'askHeading' : 'tryHeading')}</p>
          <p className="mt-0.5 mb-3 text-pretty text-muted-foreground">{t(isPro ? 'askText' : 'tryText')}</p>
          <div className={cn(isPro && 'flex min-h-8 flex-wrap gap-2')}>
            {starts.map((option, index) => (
              <TextOption
                key={optionKey(option)}
                {...{ list, option, index: recent.length + index }}
                icon={isPro ? 'i-sparkles' : undefined}
                className={isPro ? pillClass : lineClass}
              />
            ))}
          </div>
        </div>
      </div>
      {isPro ? null : <ProBanner onFollow={onLeave} />}
      <SearchTips onForget={recent.length > 0 ? onForget : null} />
    </div>
  );
}

interface TextOptionProps {
  list: SearchListProps;
  option: SearchOption;
  index: number;
  icon: `i-${string}` | undefined;
  className: string;
}

function TextOption({ list, option, index, icon, className }: TextOptionProps) {
  if (option.kind !== 'text') return null;
  const { text, detail } = option;
  return (
    <div
      {...optionProps(list, option, index)}
      className={cn('cursor-default', className, index === list.active && 'bg-accent')}
    >
      {icon ? <Icon name={icon} className="size-3.5 shrink-0 text-muted-foreground" /> : null}
      {detail === undefined ? (
        <span className="truncate">{text}</span>
      ) : (
        <>
          <code className="rounded-sm border bg-muted px-1.5 font-sans text-caption">{text}</code>
          <span className="min-w-0 truncate text-second text-muted-foreground">{detail}</span>
        </>
      )}
    </div>
  );
}
