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
  /** What helps to fill it in, under the control. */
  hint?: ReactNode;
  /** Why it cannot be taken as it is; stands in the hint's place. */
  error?: string | undefined;
  /** Something that does not block, such as an address that looks odd. */
  warning?: string | undefined;
  /** At the right of the label: a link, a counter. */
  aside?: ReactNode;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** A labelled control with its hint, warning or error tied to it. */
export function Field({ label, hint, error, warning, aside, className, children }: FieldProps) {
  const id = useId();
  const note = error ?? warning ?? hint;
  const noteId = `${id}-note`;
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <Label htmlFor={id}>{label}</Label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
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
  );
}
