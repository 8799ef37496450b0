'use client';

import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useCallback } from 'react';
import { notify } from '@/components/common/notify';
import { DropZone } from '@/components/features/import-export/importing/drop-zone';
import { ExportPlaces } from '@/components/features/import-export/importing/export-places';
import { RefusalAlert } from '@/components/features/import-export/importing/refusal-alert';
import { useImportRun } from '@/components/features/import-export/importing/use-import-run';
import { Skeleton } from '@/components/ui/skeleton';
import type { Import } from '@/lib/contract/schemas/import';

const loadWork = () => import('@/components/features/import-export/importing/import-work');
const ImportWork = dynamic(() => loadWork().then((module) => module.ImportWork), {
  ssr: false,
  loading: () => <Skeleton className="h-56 rounded-xl" />,
});

/** The whole way of an import, from the choice of a file to its result. */
export function ImportPanel() {
  const t = useTranslations('ImportExport');
  const announce = useCallback(
    ({ status, created }: Import) =>
      notify(
        status === 'done'
          ? { message: t('endedUnseen', { count: created }) }
          : { message: t('stoppedUnseen'), tone: 'bad' },
      ),
    [t],
  );
  const [step, run] = useImportRun(announce);
  if (step.kind !== 'choosing') return <ImportWork step={step} run={run} />;
  return (
    <div className="flex flex-col gap-3">
      <RefusalAlert refusal={step.refusal} fileName={step.fileName ?? ''} />
      <DropZone onFile={(file) => void run.choose(file)} onNear={() => void loadWork()} />
      <ExportPlaces />
    </div>
  );
}
