import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { Progress } from '@/components/ui/progress';
import { cn } from '@/lib/utils/cn';

interface StageProps {
  name: string;
  state: 'waiting' | 'running' | 'done';
  /** From 0 to 1, null while the total is not known. */
  value: number | null;
  detail: ReactNode;
}

/** One part of the work, with how far it has come. */
export function Stage({ name, state, value, detail }: StageProps) {
  return (
    <li className={cn('flex flex-col gap-2', state === 'waiting' && 'text-muted-foreground')}>
      <span className="flex min-h-5 items-center justify-between gap-3">
        <span className="flex items-center gap-2 font-medium">
          {name}
          {state === 'done' ? <Icon name="i-check" className="text-success" /> : null}
        </span>
        <span className="text-right text-second text-muted-foreground tabular-nums">
          {state === 'waiting' ? null : detail}
        </span>
      </span>
      <Progress label={name} value={state === 'waiting' ? 0 : state === 'done' ? 1 : value} />
    </li>
  );
}
