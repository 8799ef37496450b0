import { DialogClose, DialogFooter } from '@/components/ui/dialog';
import { Button } from '@/components/ui/button';

interface DialogFormFooterProps {
  cancel: string;
  submit: string;
  disabled: boolean;
}

/** Footer of a form in a dialog: cancel and submit buttons. */
export function DialogFormFooter({ cancel, submit, disabled }: DialogFormFooterProps) {
  return (
    <DialogFooter>
      <DialogClose asChild>
        <Button>{cancel}</Button>
      </DialogClose>
      <Button type="submit" variant="primary" disabled={disabled}>
        {submit}
      </Button>
    </DialogFooter>
  );
}
