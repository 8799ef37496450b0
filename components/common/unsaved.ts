/** A form that can be opened from anywhere: another request replaces the open one. */
export type UnsavedForm = 'bookmark' | 'collection';

interface Guard {
  readonly form: UnsavedForm | undefined;
  /** Asks "Discard changes?", and runs `then` after they are discarded. */
  readonly ask: (then: () => void) => void;
}

const guards = new Set<Guard>();

/** Registers a form with unsaved changes; returns a function that removes it. */
export function guardUnsaved(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** Runs a navigation, or the replacement of one `form`, once no form with unsaved changes would be lost by it. */
export function leaveUnsaved(then: () => void, form?: UnsavedForm): void {
  const guard = [...guards].findLast((one) => form === undefined || one.form === form);
  if (guard === undefined) then();
  else guard.ask(() => leaveUnsaved(then, form));
}
