'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { notify } from '@/components/common/notify';
import { onDemand } from '@/components/common/on-demand';
import { handOverFile, useDroppedFile } from '@/components/entities/dropped-file';
import { checkFile } from '@/components/features/import-export/importing/check-file';
import { DropZone } from '@/components/features/import-export/importing/drop-zone';
import { ExportPlaces } from '@/components/features/import-export/importing/export-places';
import type { ImportRun } from '@/components/features/import-export/importing/import-run';
import type { ImportStep, Refusal } from '@/components/features/import-export/importing/import-step';
import { RefusalAlert } from '@/components/features/import-export/importing/refusal-alert';
import { useImportRun } from '@/components/features/import-export/importing/use-import-run';
import { OptionBox } from '@/components/common/option-box';
import { Skeleton } from '@/components/ui/skeleton';
import type { Import } from '@/lib/contract/schemas/import';

const loadWork = () => import('@/components/features/import-export/importing/import-work');
const ImportWork = onDemand(
  () => loadWork().then((module) => module.ImportWork),
  <Skeleton className="h-56 rounded-xl" />,
);

const loadEncrypting = () => import('@/components/features/import-export/encrypting/encrypting-import');
const EncryptingImport = onDemand(
  () => loadEncrypting().then((module) => module.default),
  <Skeleton className="h-56 rounded-xl" />,
);

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
  useDropped(step, run);
  const [isEncrypting, setEncrypting] = useState(false);
  const [own, setOwn] = useState<OwnFile>({ file: null, refused: null });
  if (step.kind !== 'choosing') return <ImportWork step={step} run={run} />;
  if (own.file !== null) {
    const { file } = own;
    const end = (refusal: Refusal | null) =>
      setOwn({ file: null, refused: refusal && { refusal, fileName: file.name } });
    return <EncryptingImport file={file} onEnd={end} />;
  }
  const choose = (file: File) => {
    setOwn({ file: null, refused: null });
    if (!isEncrypting) {
      void run.choose(file);
      return;
    }
    const refusal = checkFile(file);
    setOwn({ file: refusal === null ? file : null, refused: refusal && { refusal, fileName: file.name } });
  };
  const { refusal, fileName } = own.refused ?? step;
  return (
    <div className="flex flex-col gap-3">
      <RefusalAlert refusal={refusal} fileName={fileName ?? ''} />
      <DropZone onFile={choose} onNear={() => void (isEncrypting ? loadEncrypting() : loadWork())} />
      <OptionBox
        label={t('encrypting.choose')}
        text={t('encrypting.chooseText')}
        checked={isEncrypting}
        onChange={setEncrypting}
      />
      <ExportPlaces />
    </div>
  );
}

/** Looks into a file that was dropped on the window, unless an import is at work. */
function useDropped({ kind }: ImportStep, run: ImportRun): void {
  const t = useTranslations('ImportExport');
  const { file } = useDroppedFile();
  const take = useEffectEvent((dropped: File) => {
    handOverFile(null);
    if (kind === 'sending' || kind === 'reading' || kind === 'importing') {
      notify({ message: t('dropWaits'), tone: 'bad' });
      return;
    }
    if (kind !== 'choosing') run.startOver();
    void run.choose(dropped);
  });
  useEffect(() => {
    if (file !== null) take(file);
  }, [file]);
}

/** A file that is encrypted here, or why one was not taken. */
interface OwnFile {
  readonly file: File | null;
  readonly refused: { readonly refusal: Refusal; readonly fileName: string } | null;
}
