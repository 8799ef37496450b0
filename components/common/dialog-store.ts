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
  return {
    useDialog,
    open: (request: Request) => useDialog.setState(({ id }) => ({ request, id: id + 1, isOpen: true })),
    close: () => useDialog.setState({ isOpen: false }),
    /** Closes the dialog and drops its request, including entered values. */
    reset: () => useDialog.setState({ request: null, isOpen: false }),
  };
}
