import type { ProblemCode } from '@/lib/contract/problem';
import type { Import, ImportField } from '@/lib/contract/imports';
import type { Input } from '@/lib/contract/index';

/**
 * Why something was refused: a code of the service; `UNKNOWN`, another reason; `OFFLINE`, no response;
 * `GATE_TOO_SMALL`, a server in between rejects the size of the file; `FILE_CHANGED`, the browser cannot read
 * the file any more; `STOPPED`, the service aborted the import; `GONE`, the import no longer exists;
 * `UNDO_FAILED`, the service could not undo the import. With encryption on this device: `TOO_MANY`, more
 * bookmarks than one call accepts; `WRONG_KEY`, a key that matches none in use; `LOCKED`, the keys were locked
 * in the meantime; `NO_CRYPTO`, the browser cannot encrypt here.
 */
export type Refusal =
  | ProblemCode
  | 'UNKNOWN'
  | 'OFFLINE'
  | 'GATE_TOO_SMALL'
  | 'FILE_CHANGED'
  | 'STOPPED'
  | 'GONE'
  | 'UNDO_FAILED'
  | 'TOO_MANY'
  | 'WRONG_KEY'
  | 'LOCKED'
  | 'NO_CRYPTO';

/** A file that was read and waits for confirmation. */
export interface Preview {
  readonly kind: 'preview';
  readonly file: File;
  /** Result of the dry run. */
  readonly report: Import;
  /** Target collection; null keeps the folders of the file. */
  readonly target: string | null;
  readonly choices: FileChoices;
  /** Whether a dry run with changed choices is running; its report replaces this one. */
  readonly isUpdating: boolean;
  readonly refusal: Refusal | null;
}

type ImportQuery = NonNullable<Input<'bookmarks.import'>['query']>;

/** What the user decides where a file can mean two things. */
export interface FileChoices {
  readonly folders: NonNullable<ImportQuery['folders']>;
  readonly archived: NonNullable<ImportQuery['archived']>;
  readonly spaces: NonNullable<ImportQuery['spaces']>;
  /** The fields of the columns of a table in their order; null for a table that is known. */
  readonly columns: readonly (ImportField | null)[] | null;
}

/** Whether the columns of a table include the address, without which there is nothing to import. */
export const hasUrl = ({ columns }: FileChoices): boolean => columns?.includes('url') ?? true;

export const firstChoices: FileChoices = {
  folders: 'tree',
  archived: 'read',
  spaces: 'merge',
  columns: null,
};

export interface Sending {
  readonly kind: 'sending';
  readonly file: File;
  readonly sentBytes: number;
  /** The confirmed preview, which a cancellation returns to; null while the preview itself is being created. */
  readonly preview: Preview | null;
}

export interface Reading {
  readonly kind: 'reading';
  readonly file: File;
  readonly uuid: string;
  readonly report: Import | null;
  /** Whether the service is temporarily unreachable. */
  readonly isLost: boolean;
}

export interface Importing {
  readonly kind: 'importing';
  readonly uuid: string;
  readonly report: Import | null;
  readonly isLost: boolean;
  /** Number of bookmarks in the preview; null after a reload. */
  readonly expected: number | null;
  /** Whether it was canceled, and will be undone as soon as the service allows it. */
  readonly isStopping: boolean;
}

export interface Finished {
  readonly kind: 'finished';
  readonly report: Import;
  readonly isUndoing: boolean;
  readonly refusal: Refusal | null;
}

/** State of an import, from the file selection to its result. */
export type ImportStep =
  | { readonly kind: 'choosing'; readonly refusal: Refusal | null; readonly fileName: string | null }
  | Sending
  | Reading
  | Preview
  | Importing
  | Finished
  | { readonly kind: 'undone'; readonly report: Import };

export const firstStep: ImportStep = { kind: 'choosing', refusal: null, fileName: null };

/** Whether the import has reached a final state. */
export const isOver = ({ status }: Pick<Import, 'status'>): boolean =>
  status === 'done' || status === 'failed' || status === 'undone';
