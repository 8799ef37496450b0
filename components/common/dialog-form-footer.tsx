import { DialogClose, DialogFooter } from '@/components/ui/dialog';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';

interface DialogFormFooterProps {
  cancel: string;
  submit: string;
  disabled: boolean;
  /** Whether it is being sent. */
  isPending?: boolean;
}

/** Footer of a form in a dialog: cancel and submit buttons. */
export function DialogFormFooter({ cancel, submit, disabled, isPending = false }: DialogFormFooterProps) {
  return (
    <DialogFooter>
      <DialogClose asChild>
        <Button>{cancel}</Button>
      </DialogClose>
      <Button type="submit" variant="primary" disabled={disabled}>
        {isPending ? <Spinner /> : null}
        {submit}
      </Button>
    </DialogFooter>
  );
}
