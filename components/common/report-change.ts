import { holdUndo, type ToastOptions } from '@/components/common/notify';

/**
 * Reports a sent change by a toast after its response. Its undo is registered at once, so that Ctrl/Cmd+Z undoes it
 * before the toast is shown, and a late response does not replace the undo of a later change. Resolves to whether the
 * change was undone before its response.
 */
export async function reportChange<Reply>(
  reply: Promise<Reply>,
  toastOf: (reply: Reply) => ToastOptions,
): Promise<{ isUndone: boolean }> {
  const pending = holdUndo(
    () =>
      void reply.then(
        (value) => toastOf(value).undo?.(),
        // The caller reports the refusal.
        () => undefined,
      ),
  );
  try {
    const value = await reply;
    pending.notify(toastOf(value));
    return { isUndone: pending.isUndone() };
  } catch (failure) {
    pending.drop();
    throw failure;
  }
}
