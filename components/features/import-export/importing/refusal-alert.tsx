'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { fileSize } from '@/components/features/import-export/importing/file-size';
import type { Refusal } from '@/components/features/import-export/importing/import-step';
import { Icon } from '@/components/ui/icon';
import { limits } from '@/lib/contract/limits';

/** Why it did not go on, what that means for the reader's data, and what to do. */
export function RefusalAlert({ refusal, fileName }: { refusal: Refusal | null; fileName: string }) {
  const explain = useExplanation();
  if (refusal === null) return null;
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-md border border-destructive/40 bg-destructive/8 px-3 py-2.5 text-destructive"
    >
      <Icon name="i-circle-alert" className="mt-0.5" />
      <span className="min-w-0">{explain(refusal, fileName)}</span>
    </p>
  );
}

/** The words that this screen has for a refusal, else those that every screen has for its code. */
function useExplanation(): (refusal: Refusal, file: string) => string {
  const t = useTranslations('ImportExport');
  const problems = useTranslations('Problems');
  const format = useFormatter();
  return (refusal, file) => {
    const own = `refusal.${refusal}` as 'refusal.UNKNOWN';
    if (t.has(own))
      return t(own, { file, size: fileSize(format, limits.importBytes), count: limits.envelopes });
    const shared = refusal as Parameters<typeof problems>[0];
    return problems.has(shared) ? problems(shared) : t('refusal.UNKNOWN');
  };
}
