import { create } from 'zustand';

interface DialogState<Request> {
  /** Argument that the dialog was opened with. It stays while the dialog closes. */
  readonly request: Request | null;
  /** Number of openings; used as a key, it gives each opening fresh state. */
  readonly id: number;
  readonly isOpen: boolean;
}

/** The state of a dialog that any component can open, and that is rendered once in the layout. */
export function createDialogStore<Request>() {
  const useDialog = create<DialogState<Request>>(() => ({ request: null, id: 0, isOpen: false }));
  const show = (request: Request) => useDialog.setState(({ id }) => ({ request, id: id + 1, isOpen: true }));
  // Request that arrived while a form is being saved; null while none is being saved.
  let pending: { next?: Request } | null = null;
  return {
    useDialog,
    /** Opens the dialog; if it is a form that is hidden and being saved, after that has finished. */
    open: (request: Request): void => {
      if (pending) pending.next = request;
      else show(request);
    },
    isSaving: (): boolean => pending !== null,
    startSave: (): void => {
      pending = {};
    },
    /** Opens the queued request, if there is one, or else `following`. A refused form is reopened instead. */
    endSave: (isSaved: boolean, following?: Request): void => {
      const next = pending?.next ?? following;
      pending = null;
      if (isSaved && next !== undefined) show(next);
    },
    close: () => useDialog.setState({ isOpen: false }),
    /** Closes the dialog and drops its request, including entered values. */
    reset: () => useDialog.setState({ request: null, isOpen: false }),
  };
}
