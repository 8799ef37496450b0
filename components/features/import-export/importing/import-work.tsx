'use client';

import type { ImportRun } from '@/components/features/import-export/importing/import-run';
import type { ImportStep } from '@/components/features/import-export/importing/import-step';
import { ImportPreview } from '@/components/features/import-export/importing/import-preview';
import { ImportProgress } from '@/components/features/import-export/importing/import-progress';
import { ImportResult } from '@/components/features/import-export/importing/import-result';
import { ImportUndone } from '@/components/features/import-export/importing/import-undone';
import { LookingInside } from '@/components/features/import-export/importing/looking-inside';

/** Everything after the choice of a file; loaded when one comes near. */
export function ImportWork({ step, run }: { step: ImportStep; run: ImportRun }) {
  switch (step.kind) {
    case 'choosing':
      return null;
    case 'sending':
      return step.preview === null ? (
        <LookingInside step={step} run={run} />
      ) : (
        <ImportProgress step={step} run={run} />
      );
    case 'reading':
      return <LookingInside step={step} run={run} />;
    case 'preview':
      return <ImportPreview step={step} run={run} />;
    case 'importing':
      return <ImportProgress step={step} run={run} />;
    case 'finished':
      return <ImportResult step={step} run={run} />;
    case 'undone':
      return <ImportUndone report={step.report} run={run} />;
  }
}
