import type { Plan, SealedReport } from '@/components/features/import-export/encrypting/plan';
import type { Refusal } from '@/components/features/import-export/importing/import-step';
import type { KeyChoice } from '@/lib/vault/vault-types';

/** What the reader decides over a preview. */
export interface Choices {
  readonly key: KeyChoice;
  /** Of the key, to be saved with each bookmark. */
  readonly hint: string | undefined;
  /** Collection that everything goes into; null for the default one. */
  readonly collection: string | null;
}

/** Where an import that this device encrypts stands. */
export type EncryptingStep =
  | { readonly kind: 'reading'; readonly count: number }
  | { readonly kind: 'preview'; readonly plan: Plan; readonly refusal: Refusal | null }
  | { readonly kind: 'sealing'; readonly done: number; readonly total: number }
  | { readonly kind: 'sending'; readonly done: number; readonly total: number }
  | {
      readonly kind: 'finished';
      readonly report: SealedReport;
      /** What came in; fewer than planned where the way broke in between. */
      readonly uuids: readonly string[];
      readonly isUndoing: boolean;
      readonly refusal: Refusal | null;
    }
  | { readonly kind: 'undone'; readonly count: number };
