import { useId, type ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { Label } from '@/components/ui/label';
import { cn } from '@/lib/utils/cn';

export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** Help text below the control. */
  hint?: ReactNode;
  /** Why the value is rejected; replaces the hint. */
  error?: string | undefined;
  /** A problem that does not block, such as an unusual address. */
  warning?: string | undefined;
  /** At the right of the label: a link, a counter. */
  aside?: ReactNode;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** A control with a label, associated with its hint, warning or error. */
export function Field({ label, hint, error, warning, aside, className, children }: FieldProps) {
  const id = useId();
  const note = error ?? warning ?? hint;
  const noteId = `${id}-note`;
  return (
    <div className={cn('grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-1.5', className)}>
      <Label htmlFor={id}>{label}</Label>
      <div className="col-span-2 min-w-0">
        {children({
          id,
          'aria-describedby': note ? noteId : undefined,
          'aria-invalid': error ? true : undefined,
        })}
      </div>
      {/* After the control in tab order. */}
      {aside ? <div className="col-start-2 row-start-1">{aside}</div> : null}
      <div data-slot="field-note" className="col-span-2 empty:hidden">
        {note ? (
          <p
            id={noteId}
            role={error || warning ? 'alert' : undefined}
            className={cn(
              'flex items-start gap-1.5 text-second',
              error ? 'text-destructive' : warning ? 'text-warning' : 'text-muted-foreground',
            )}
          >
            {error || warning ? <Icon name="i-circle-alert" className="mt-0.5 size-3.5" /> : null}
            <span className="min-w-0 flex-1">{note}</span>
          </p>
        ) : null}
      </div>
    </div>
  );
}
