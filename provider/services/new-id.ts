import { v7 } from 'uuid';

/** A new public identifier: UUIDv7, so that rows that are made together lie together in every index. */
export const newId = (): string => v7();
