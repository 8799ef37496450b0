/** A collection that something is suggested for: one that is there, or one that would have to be made. */
export interface SuggestedPlace {
  uuid?: string;
  name: string;
  /** From 0 to 1. */
  confidence: number;
  reason: string;
  isNew: boolean;
}

export const roundConfidence = (confidence: number): number => Math.round(confidence * 1_000) / 1_000;
