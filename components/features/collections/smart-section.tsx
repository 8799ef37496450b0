'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { Suspense, useState } from 'react';
import { ChoiceCard } from '@/components/common/choice-card';
import { onDemand } from '@/components/common/on-demand';
import { Badge } from '@/components/ui/badge';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';

interface PlanHintProps {
  /** Text about the benefits of a smart collection, or about an existing one after the plan has ended. */
  kind: 'teaser' | 'keptText';
  onFollow: () => void;
}

/** A hint that rules are part of the Pro plan, with a link. */
function PlanHint({ kind, onFollow }: PlanHintProps) {
  const t = useTranslations('Collections.smart');
  return (
    <p className="flex items-start gap-2 rounded-md bg-accent px-3 py-2.5 text-pretty">
      <Icon name="i-funnel" className="mt-0.5 text-primary" />
      <span>
        {t.rich(kind, {
          plans: (chunks) => (
            <Link
              href="/settings/subscription?plan=pro"
              onClick={onFollow}
              className="font-medium text-primary underline"
            >
              {chunks}
            </Link>
          ),
        })}
      </span>
    </p>
  );
}

const RuleBuilder = onDemand(() =>
  import('@/components/features/collections/rule-builder').then((module) => module.RuleBuilder),
);

interface SmartSectionProps {
  isNew: boolean;
  isPro: boolean;
  /** Null for a collection that is filled by hand. */
  query: string | null;
  onChange: (query: string | null) => void;
  error: string | undefined;
  /** Called when a link in it is followed. */
  onLeave: () => void;
}

/**
 * Chooses how a collection is filled: by hand, or automatically and by which rules. This cannot be changed
 * later.
 */
export function SmartSection({ isNew, isPro, query, onChange, error, onLeave }: SmartSectionProps) {
  const t = useTranslations('Collections.smart');
  const isSmart = query !== null;
  // Switching back restores the rules.
  const [lastQuery, setLastQuery] = useState(query ?? '');
  return (
    <>
      {isNew ? (
        <div role="radiogroup" aria-label={t('choice')} className="grid gap-2 sm:grid-cols-2">
          <ChoiceCard
            name="filling"
            checked={!isSmart}
            onChange={() => {
              setLastQuery(query ?? lastQuery);
              onChange(null);
            }}
            title={t('byHand')}
            text={t('byHandText')}
          />
          <ChoiceCard
            name="filling"
            checked={isSmart}
            onChange={() => onChange(query ?? lastQuery)}
            title={
              <span className="flex flex-1 items-center gap-2">
                {t('byItself')}
                {isPro ? null : <Badge tone="accent">{t('pro')}</Badge>}
              </span>
            }
            text={t('byItselfText')}
          />
        </div>
      ) : null}
      {!isSmart ? null : isPro ? (
        <Suspense fallback={<Skeleton className="h-30 w-full rounded-lg" />}>
          <RuleBuilder query={query} onChange={onChange} error={error} />
        </Suspense>
      ) : (
        <PlanHint kind={isNew ? 'teaser' : 'keptText'} onFollow={onLeave} />
      )}
    </>
  );
}
