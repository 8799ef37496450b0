'use client';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type DragEvent,
  type ReactNode,
} from 'react';
import { notify } from '@/components/common/notify';
import { onDemand } from '@/components/common/on-demand';
import { OptionBox } from '@/components/common/option-box';
import { handOverFile, useDroppedFile } from '@/components/entities/dropped-file';
import { fileSize } from '@/components/common/file-size';
import {
  checkFile,
  rememberedImport,
  sendFile,
  sessionStore,
} from '@/components/features/import-export/import-file';
import { ImportRun } from '@/components/features/import-export/import-run';
import { firstStep, type ImportStep, type Refusal } from '@/components/features/import-export/import-step';
import { RefusalAlert } from '@/components/features/import-export/step-card';
import { noteImported, useProductRead } from '@/components/features/import-export/use-product-read';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { accountQueries } from '@/lib/api/account';
import type { Import } from '@/lib/contract/imports';
import { serviceLimits } from '@/lib/contract/service-limits';
import { cn } from '@/lib/utils/cn';

interface DropTarget {
  /** Whether a file is dragged over the target. */
  readonly isOver: boolean;
  readonly handlers: {
    readonly onDragEnter: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

const holdsFile = (event: { dataTransfer: DataTransfer | null }): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** Makes an element accept dropped files; `onNear` is called when a file is dragged over it. */
function useDropTarget({ onFile, onNear }: { onFile: (file: File) => void; onNear: () => void }): DropTarget {
  const [isOver, setIsOver] = useState(false);
  // Entering a child leaves its parent, so the pointer is inside as long as there were more enter than leave
  // events.
  const depth = useRef(0);

  const move = (event: DragEvent, step: 1 | -1) => {
    if (!holdsFile(event)) return;
    depth.current = Math.max(0, depth.current + step);
    setIsOver(depth.current > 0);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: (event) => {
        onNear();
        move(event, 1);
      },
      onDragLeave: (event) => move(event, -1),
      onDragOver: (event) => event.preventDefault(),
      onDrop: (event) => {
        event.preventDefault();
        depth.current = 0;
        setIsOver(false);
        const file = event.dataTransfer.files[0];
        if (file) onFile(file);
      },
    },
  };
}

interface DropZoneProps {
  onFile: (file: File) => void;
  /** Called when the pointer, the focus or a dragged file comes near: a good moment to load the next step. */
  onNear: () => void;
}

/** Accepts a file by drag and drop or by the system's file dialog. */
function DropZone({ onFile, onNear }: DropZoneProps) {
  const t = useTranslations('ImportExport');
  const format = useFormatter();
  const { isOver, handlers } = useDropTarget({ onFile, onNear });
  return (
    <label
      {...handlers}
      onPointerEnter={onNear}
      className={cn(
        'group flex min-h-56 cursor-pointer flex-col items-center justify-center gap-1 rounded-xl border-2 border-dashed px-4 py-8 text-center transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        isOver ? 'border-primary bg-accent' : 'border-input bg-card hover:border-faint',
      )}
    >
      <span className="mb-3 grid size-12 place-items-center rounded-xl bg-muted text-muted-foreground group-hover:text-foreground">
        <Icon name="i-file-up" className="size-5" />
      </span>
      <span className="font-serif text-panel font-semibold text-balance">
        {t(isOver ? 'dropNow' : 'dropTitle')}
      </span>
      <span className="text-second text-muted-foreground">
        {t('chooseHint', {
          size: fileSize(format, serviceLimits.importBytes),
        })}
      </span>
      <input
        type="file"
        className="sr-only"
        aria-label={t('choose')}
        onFocus={onNear}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again after it was refused.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      <span
        aria-hidden="true"
        className={buttonVariants({ variant: 'primary', size: 'lg', className: 'mt-4 touch:h-11' })}
      >
        {t('choose')}
      </span>
    </label>
  );
}

interface MoreProps {
  title: string;
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** Where to find a file to import, and what does without one. */
function More({ title, isOpen, onToggle, children }: MoreProps) {
  return (
    <details
      open={isOpen}
      className="group/places mt-3"
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary className="inline-flex cursor-pointer list-none items-center gap-1 rounded-sm text-second font-medium text-muted-foreground hover:text-foreground touch:hit [&::-webkit-details-marker]:hidden">
        <Icon name="i-chevron-right" className="transition-transform group-open/places:rotate-90" />
        {title}
      </summary>
      <div className="mt-3">{children}</div>
    </details>
  );
}

const runs = new WeakMap<QueryClient, ImportRun>();

/** Returns the single import of a page; it continues while the user is on another screen. */
function runOf(client: QueryClient): ImportRun {
  const known = runs.get(client);
  if (known) return known;
  const run = new ImportRun(client, {
    send: async (file, choice, options) => {
      const uuid = await sendFile(file, choice, options);
      if (!choice.dryRun) noteImported(client, file);
      return uuid;
    },
    remembered: () => {
      const account = client.getQueryData(accountQueries.current().queryKey);
      return rememberedImport(sessionStore(), account?.uuid ?? '');
    },
    pollMs: 400,
  });
  runs.set(client, run);
  return run;
}

const onServer = () => firstStep;

/**
 * Returns the state of the import and its actions; `onUnseenEnd` is called if it ends while no screen shows it.
 */
function useImportRun(onUnseenEnd: (report: Import) => void): [ImportStep, ImportRun] {
  const run = runOf(useQueryClient());
  const step = useSyncExternalStore(run.subscribe, run.getStep, onServer);
  useEffect(() => run.onUnseenEnd(onUnseenEnd), [run, onUnseenEnd]);
  useEffect(() => run.resume(), [run]);
  return [step, run];
}

const loadWork = () => import('@/components/features/import-export/import-work');
const ImportWork = onDemand(
  () => loadWork().then((module) => module.ImportWork),
  <Skeleton className="h-56 rounded-xl" />,
);

const loadEncrypting = () => import('@/components/features/import-export/encrypting-import');
const EncryptingImport = onDemand(
  () => loadEncrypting().then((module) => module.default),
  <Skeleton className="h-56 rounded-xl" />,
);

const ProductPanel = onDemand(
  () => import('@/components/features/import-export/product-panel').then((module) => module.ProductPanel),
  <Skeleton className="h-56 rounded-xl" />,
);

/** All steps of an import, from the file selection to its result; `guides` explain where to find a file. */
export function ImportPanel({ guides }: { guides: ReactNode }) {
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
  const [isEncrypting, setEncrypting] = useState(false);
  // A library that was being read when the user left is shown again.
  const { read } = useProductRead();
  const [isProductOpen, setProductOpen] = useState<boolean | null>(null);
  const isProductShown = isProductOpen ?? (read !== null && read.status !== 'failed');
  const [isEncryptingBusy, setEncryptingBusy] = useState(false);
  const [own, setOwn] = useState<OwnFile>({ file: null, refused: null, number: 0 });
  const showOwn = (shown: Omit<OwnFile, 'number'>) =>
    setOwn(({ number }) => ({ ...shown, number: number + 1 }));
  const choose = (file: File) => {
    showOwn({ file: null, refused: null });
    if (!isEncrypting) {
      void run.choose(file);
      return;
    }
    const refusal = checkFile(file);
    showOwn({ file: refusal === null ? file : null, refused: refusal && { refusal, fileName: file.name } });
  };
  useDropped(isEncryptingBusy || isRunning(step), (file) => {
    if (step.kind !== 'choosing') run.startOver();
    choose(file);
  });
  useLaunchFile();
  if (step.kind !== 'choosing') return <ImportWork step={step} run={run} />;
  if (own.file !== null) {
    const { file, number } = own;
    const end = (refusal: Refusal | null) =>
      showOwn({ file: null, refused: refusal && { refusal, fileName: file.name } });
    return <EncryptingImport key={number} file={file} onEnd={end} onBusy={setEncryptingBusy} />;
  }
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
      <More title={t('whereTitle')}>{guides}</More>
      <More title={t('product.title')} isOpen={isProductShown} onToggle={setProductOpen}>
        {isProductShown ? <ProductPanel onFile={choose} /> : null}
      </More>
    </div>
  );
}

const isRunning = ({ kind }: ImportStep): boolean =>
  kind === 'sending' || kind === 'reading' || kind === 'importing';

/** Passes on a file that was dropped on the window, unless an import is running. */
function useDropped(isBusy: boolean, onFile: (file: File) => void): void {
  const t = useTranslations('ImportExport');
  const { file } = useDroppedFile();
  const takeFile = useEffectEvent((dropped: File) => {
    handOverFile(null);
    if (isBusy) notify({ message: t('dropWaits'), tone: 'bad' });
    else onFile(dropped);
  });
  useEffect(() => {
    if (file !== null) takeFile(file);
  }, [file]);
}

interface LaunchQueue {
  setConsumer: (consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void) => void;
}

/** Takes the file that the installed app was opened with: the manifest routes it to this screen. */
function useLaunchFile(): void {
  useEffect(() => {
    const { launchQueue } = window as { launchQueue?: LaunchQueue };
    launchQueue?.setConsumer(({ files: [file] }) => void file?.getFile().then(handOverFile));
  }, []);
}

/** A file that is encrypted on this device, or why one was refused. */
interface OwnFile {
  readonly file: File | null;
  readonly refused: { readonly refusal: Refusal; readonly fileName: string } | null;
  /** Increases with each file, so that every one gets an import of its own. */
  readonly number: number;
}
