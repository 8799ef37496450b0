import type { ProblemCode } from '@/lib/contract/problem';
import type { Import } from '@/lib/contract/imports';

/**
 * Why something was refused: a code of the service; `UNKNOWN`, something else; `OFFLINE`, no answer; `GATE_TOO_SMALL`,
 * a server in between does not let the file through; `FILE_CHANGED`, the browser cannot read the file any more;
 * `STOPPED`, the service gave the import up; `GONE`, it no longer knows the import; `UNDO_FAILED`, it did not take the
 * import back. Where the device encrypts: `TOO_MANY`, more bookmarks than go in one call; `WRONG_KEY`, a key that fits
 * none in use; `LOCKED`, the keys were locked meanwhile; `NO_CRYPTO`, the browser cannot encrypt here.
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

/** A file whose content is known and waits for a yes. */
export interface Preview {
  readonly kind: 'preview';
  readonly file: File;
  /** What a dry run said would come in. */
  readonly report: Import;
  /** Collection that everything goes into; null keeps the folders of the file. */
  readonly target: string | null;
  readonly refusal: Refusal | null;
}

export interface Sending {
  readonly kind: 'sending';
  readonly file: File;
  readonly sentBytes: number;
  /** What the import was decided on, and what a cancelled one goes back to; null while only a preview is made. */
  readonly preview: Preview | null;
}

export interface Reading {
  readonly kind: 'reading';
  readonly file: File;
  readonly uuid: string;
  readonly report: Import | null;
  /** The service does not answer for the moment. */
  readonly isLost: boolean;
}

export interface Importing {
  readonly kind: 'importing';
  readonly uuid: string;
  readonly report: Import | null;
  readonly isLost: boolean;
  /** Bookmarks that the preview announced; null after a reload. */
  readonly expected: number | null;
  /** It was cancelled, and is taken back as soon as the service lets go of it. */
  readonly isStopping: boolean;
}

export interface Finished {
  readonly kind: 'finished';
  readonly report: Import;
  readonly isUndoing: boolean;
  readonly refusal: Refusal | null;
}

/** Where an import stands, from the choice of a file to what became of it. */
export type ImportStep =
  | { readonly kind: 'choosing'; readonly refusal: Refusal | null; readonly fileName: string | null }
  | Sending
  | Reading
  | Preview
  | Importing
  | Finished
  | { readonly kind: 'undone'; readonly report: Import };

export const firstStep: ImportStep = { kind: 'choosing', refusal: null, fileName: null };

/** Nothing more will change by itself. */
export const isOver = ({ status }: Pick<Import, 'status'>): boolean =>
  status === 'done' || status === 'failed' || status === 'undone';
