'use client';

import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { FormAlert } from '@/components/common/form-alert';
import { Icon } from '@/components/ui/icon';
import type { Refusal } from '@/components/features/spaces/explain-refusal';
import { limits } from '@/lib/contract/limits';

/** Why the service refused the form as a whole: a full plan is no failure, and is not said like one. */
export function FormNote({ reason }: { reason: Refusal['form'] }) {
  const t = useTranslations('Spaces');
  if (reason === null) return null;
  return reason === 'full' ? (
    <p role="alert" className="flex items-start gap-2 rounded-md bg-accent px-3 py-2.5">
      <Icon name="i-layers" className="mt-0.5 text-primary" />
      <span>
        {t.rich('full', {
          count: limits.freeSpaces,
          plans: (words) => (
            <Link href="/settings/subscription?plan=pro" className="font-medium text-primary underline">
              {words}
            </Link>
          ),
        })}
      </span>
    </p>
  ) : (
    <FormAlert text={t('saveFailed')} />
  );
}
