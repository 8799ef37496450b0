import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { endUndo } from '@/components/common/notify';
import {
  checkFile,
  isReadable,
  refusalOf,
  type ImportChoice,
  type RememberedImport,
  type SendFile,
} from '@/components/features/import-export/import-file';
import {
  firstChoices,
  firstStep,
  hasUrl,
  isOver,
  type FileChoices,
  type Finished,
  type ImportStep,
  type Preview,
  type Refusal,
} from '@/components/features/import-export/import-step';
import type { Import } from '@/lib/contract/imports';
import { importMutations, importQueries } from '@/lib/api/imports';
import { invalidation, refresh } from '@/lib/api/invalidation';

export interface ImportRunDeps {
  readonly send: SendFile;
  readonly remembered: () => RememberedImport;
  /** Interval at which the progress is requested. */
  readonly pollMs: number;
}

/**
 * One import from the file selection to its result. It is stored beside the query client rather than in a
 * component: the user may navigate in the meantime, and finds it in its current state.
 */
export class ImportRun {
  private step: ImportStep = firstStep;
  private readonly listeners = new Set<() => void>();
  private sending: AbortController | null = null;
  private undoing: Promise<unknown> | null = null;
  private stopWatching: () => void = () => undefined;
  private notifyUnseenEnd: (report: Import) => void = () => undefined;

  constructor(
    private readonly client: QueryClient,
    private readonly deps: ImportRunDeps,
  ) {}

  readonly getStep = (): ImportStep => this.step;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Sets the listener for an import that ended while no screen shows it. */
  readonly onUnseenEnd = (listener: (report: Import) => void): void => {
    this.notifyUnseenEnd = listener;
  };

  /** Sends a file for a dry run; nothing is written. */
  readonly choose = async (file: File): Promise<void> => {
    const refusal = checkFile(file) ?? ((await isReadable(file)) ? null : 'IMPORT_PARSE_ERROR');
    if (refusal === null) await this.send(file, null);
    else this.show({ kind: 'choosing', refusal, fileName: file.name });
  };

  /** Sets the target collection; null keeps the folders of the file. */
  readonly setTarget = (target: string | null): void => {
    this.changePreview({ target });
  };

  /** Sets what the file means, and replaces the preview by that of another dry run. */
  readonly setChoices = async (choices: FileChoices): Promise<void> => {
    if (this.step.kind !== 'preview') return;
    this.sending?.abort();
    this.stopWatching();
    const before = this.step.choices;
    const isUpdating = hasUrl(choices);
    const preview: Preview = { ...this.step, choices, isUpdating, refusal: null };
    this.show(preview);
    if (!isUpdating) return;
    const sending = new AbortController();
    this.sending = sending;
    try {
      const options = { signal: sending.signal, onSent: () => undefined };
      const uuid = await this.deps.send(preview.file, queryOf(preview, true), options);
      if (!sending.signal.aborted) void this.watch(uuid);
    } catch (failure) {
      const refusal = (await isReadable(preview.file)) ? refusalOf(failure) : 'FILE_CHANGED';
      // What the plan does not allow is no choice; the report is still that of the previous one.
      const kept = refusal === 'PLAN_REQUIRED' ? { choices: before } : {};
      if (!sending.signal.aborted) this.changePreview({ isUpdating: false, refusal, ...kept });
    }
  };

  /** Imports the previewed file. */
  readonly start = async (): Promise<void> => {
    if (this.step.kind !== 'preview' || this.step.isUpdating) return;
    // The upload is not a mutation of the query client.
    endUndo();
    await this.send(this.step.file, { ...this.step, refusal: null });
  };

  /**
   * Returns to the last state in which nothing is written; changes that the service has already written are
   * undone.
   */
  readonly cancel = async (): Promise<void> => {
    const { step } = this;
    this.sending?.abort();
    if (step.kind === 'sending') this.show(step.preview ?? firstStep);
    else if (step.kind === 'reading' || step.kind === 'preview') this.startOver();
    else if (step.kind === 'importing') {
      this.show({ ...step, isStopping: true });
      // Refused while the service is importing; the end of the import tries again.
      await this.takeBack(step.uuid).then(this.noteUndone, () => undefined);
    }
  };

  /** Undoes a finished import. */
  readonly undo = async (): Promise<void> => {
    const { step } = this;
    if (step.kind !== 'finished' || step.isUndoing) return;
    const { report } = step;
    this.show({ ...step, isUndoing: true, refusal: null });
    await this.takeBack(report.uuid).then(this.noteUndone, (failure: unknown) => {
      const refusal = refusalOf(failure) === 'OFFLINE' ? 'OFFLINE' : 'UNDO_FAILED';
      this.show({ kind: 'finished', report, isUndoing: false, refusal });
    });
  };

  /** Resets the state and waits for a file. */
  readonly startOver = (): void => {
    this.stopWatching();
    this.deps.remembered().clear();
    this.show(firstStep);
  };

  /** Resumes watching an import that this tab started before a reload. */
  readonly resume = (): void => {
    const uuid = this.step === firstStep ? this.deps.remembered().get() : null;
    if (uuid === null) return;
    this.follow(uuid, null);
    void this.watch(uuid);
  };

  private async send(file: File, preview: Preview | null): Promise<void> {
    const sending = new AbortController();
    this.sending = sending;
    this.show({ kind: 'sending', file, sentBytes: 0, preview });
    try {
      const uuid = await this.deps.send(
        file,
        queryOf(preview ?? { target: null, choices: firstChoices }, preview === null),
        { signal: sending.signal, onSent: (sentBytes) => this.noteSent(file, sentBytes) },
      );
      if (sending.signal.aborted) return;
      if (preview === null) this.show({ kind: 'reading', file, uuid, report: null, isLost: false });
      else {
        this.deps.remembered().set(uuid);
        this.follow(uuid, preview.report.created);
      }
      void this.watch(uuid);
    } catch (failure) {
      if (sending.signal.aborted) return;
      const refusal = (await isReadable(file)) ? refusalOf(failure) : 'FILE_CHANGED';
      this.show(preview ? { ...preview, refusal } : { kind: 'choosing', refusal, fileName: file.name });
    }
  }

  private follow(uuid: string, expected: number | null): void {
    this.undoing = null;
    this.show({ kind: 'importing', uuid, report: null, isLost: false, expected, isStopping: false });
  }

  private noteSent(file: File, sentBytes: number): void {
    const { step } = this;
    if (step.kind === 'sending' && step.file === file) this.show({ ...step, sentBytes });
  }

  /** Polls the progress until the import has ended or polling is stopped. */
  private async watch(uuid: string): Promise<void> {
    this.stopWatching();
    const watching = new AbortController();
    this.stopWatching = () => watching.abort();
    const isWanted = () => !watching.signal.aborted;
    while (isWanted()) {
      const result = await this.client
        .query({ ...importQueries.progress(uuid), networkMode: 'always' })
        .catch((failure: unknown) => refusalOf(failure));
      if (isWanted()) this.handleProgress(result);
      await pause(this.deps.pollMs, watching.signal);
    }
  }

  private handleProgress(result: Import | Refusal): void {
    const { step } = this;
    if (step.kind === 'preview') {
      if (typeof result !== 'string' && isOver(result)) this.endUpdate(result);
      else if (result === 'NOT_FOUND')
        this.show({ kind: 'choosing', refusal: 'GONE', fileName: step.file.name });
      return;
    }
    if (step.kind !== 'reading' && step.kind !== 'importing') return;
    if (result === 'NOT_FOUND') {
      this.startOver();
      if (step.kind === 'reading') this.show({ kind: 'choosing', refusal: 'GONE', fileName: step.file.name });
    } else if (typeof result === 'string') this.show({ ...step, isLost: true });
    else if (isOver(result)) this.end(step, result);
    else this.show({ ...step, report: result, isLost: false });
  }

  private endUpdate(report: Import): void {
    this.stopWatching();
    const isUpdating = false;
    if (report.status === 'done') this.changePreview({ isUpdating, report });
    else this.changePreview({ isUpdating, refusal: report.failure ?? 'IMPORT_PARSE_ERROR' });
  }

  private changePreview(change: Partial<Preview>): void {
    if (this.step.kind === 'preview') this.show({ ...this.step, ...change });
  }

  private end(step: ImportStep, report: Import): void {
    this.stopWatching();
    if (step.kind === 'reading') {
      const { file } = step;
      this.show(
        report.status === 'done'
          ? {
              kind: 'preview',
              file,
              report,
              target: null,
              choices: firstChoices,
              isUpdating: false,
              refusal: null,
            }
          : { kind: 'choosing', refusal: report.failure ?? 'IMPORT_PARSE_ERROR', fileName: file.name },
      );
      return;
    }
    if (report.status === 'undone') return this.noteUndone();
    refresh(this.client, invalidation['bookmarks.import']);
    const finished: Finished = { kind: 'finished', report, isUndoing: false, refusal: null };
    this.show(report.status === 'failed' ? { ...finished, refusal: report.failure ?? 'STOPPED' } : finished);
    if (step.kind === 'importing' && step.isStopping) void this.undo();
    else if (this.listeners.size === 0) this.notifyUnseenEnd(report);
  }

  /** Undoes an import, after a pending attempt and only if that fails: the service refuses two at once. */
  private takeBack(uuid: string): Promise<unknown> {
    const undo = () => new MutationObserver(this.client, importMutations.undo()).mutate({ params: { uuid } });
    this.undoing = this.undoing === null ? undo() : this.undoing.catch(undo);
    return this.undoing;
  }

  private readonly noteUndone = (): void => {
    const { step } = this;
    if (step.kind !== 'finished' && step.kind !== 'importing') return;
    this.stopWatching();
    this.deps.remembered().clear();
    this.show(step.report === null ? firstStep : { kind: 'undone', report: step.report });
  };

  private show(step: ImportStep): void {
    this.step = step;
    for (const listener of this.listeners) listener();
  }
}

/** Waits, or returns at once when aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, signal.aborted ? 0 : ms);
    signal.addEventListener('abort', end);
  });

const queryOf = (
  { target, choices }: Pick<Preview, 'target' | 'choices'>,
  dryRun: boolean,
): ImportChoice => ({
  dryRun,
  collection: choices.spaces === 'keep' ? null : target,
  folders: choices.folders,
  archived: choices.archived,
  spaces: choices.spaces,
  columns: choices.columns?.map((field) => field ?? '').join(','),
});
