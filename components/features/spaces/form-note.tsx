'use client';

import { useTranslations } from 'next-intl';
import { FormAlert } from '@/components/common/form-alert';
import type { Refusal } from '@/components/features/spaces/explain-refusal';
import { PlanWords } from '@/components/features/spaces/plan-words';
import { Icon } from '@/components/ui/icon';

/** Why the service refused the form as a whole: a full plan is no failure, and is not said like one. */
export function FormNote({ reason }: { reason: Refusal['form'] }) {
  const t = useTranslations('Spaces');
  if (reason === null) return null;
  return reason === 'full' ? (
    <p role="alert" className="flex items-start gap-2 rounded-md bg-accent px-3 py-2.5">
      <Icon name="i-layers" className="mt-0.5 text-primary" />
      <span>
        <PlanWords />
      </span>
    </p>
  ) : (
    <FormAlert text={t('saveFailed')} />
  );
}
