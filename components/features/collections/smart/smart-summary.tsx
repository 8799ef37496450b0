'use client';

import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { onDemand } from '@/components/common/on-demand';
import { openCollectionDialog } from '@/components/features/collections/collection-store';
import { Button } from '@/components/ui/button';
import type { Collection } from '@/lib/contract/schemas/collection';

// Reading the query takes the code of its grammar, which no other part of the screen needs.
const RuleSentence = onDemand(() =>
  import('@/components/features/collections/smart/rule-sentence').then((module) => module.RuleSentence),
);

/** What a smart collection gathers, in words, and the way to change it. */
export function SmartSummary({ collection, query }: { collection: Collection; query: string }) {
  const t = useTranslations('Collections.smart');
  return (
    <div className="mt-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-second text-muted-foreground">
      <Suspense fallback={<p>{query}</p>}>
        <RuleSentence query={query} />
      </Suspense>
      <Button
        variant="link"
        size="inline"
        className="text-second"
        onClick={() => openCollectionDialog({ kind: 'edit', collection })}
      >
        {t('editRules')}
      </Button>
    </div>
  );
}
