import { type ReactNode, useEffect, useRef } from 'react';
import { ColorDot } from '@/components/common/color-dot';
import { Icon } from '@/components/ui/icon';
import { cn } from '@/lib/utils/cn';

interface TokenOptionsProps {
  id: string;
  label: string;
  options: readonly TokenOption[];
  active: number;
  onPick: (key: string) => void;
}

/** The list below a token field. The focus stays in the field; the pointer must not take it away. */
export function TokenOptions({ id, label, options, active, onPick }: TokenOptionsProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className="max-h-60 overflow-y-auto overscroll-contain"
    >
      {options.map((option, index) => (
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled in the field, which keeps the focus
        <li
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={cn(
            'flex min-h-8 cursor-default items-center gap-2.5 rounded-sm px-2 text-body hover:bg-muted touch:min-h-11',
            index === active && 'bg-muted',
          )}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(option.key)}
        >
          {option.isNew || option.icon ? (
            <Icon name={option.isNew ? 'i-plus' : option.icon} className="text-muted-foreground" />
          ) : null}
          {option.mark ?? (option.color === undefined ? null : <ColorDot color={option.color} />)}
          <span dir="auto" className="min-w-0 flex-1 truncate text-left">
            {option.label}
          </span>
          {option.detail === undefined ? null : (
            <span className="text-caption text-muted-foreground tabular-nums">{option.detail}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

export interface Token {
  readonly key: string;
  readonly label: string;
  /** Six hexadecimal digits; a dot before the label. Null is the neutral dot of items without a color. */
  readonly color?: string | null | undefined;
  /** Before the label, in place of the dot. */
  readonly mark?: ReactNode;
}

export interface TokenOption extends Token {
  /** At the right: a count. */
  readonly detail?: ReactNode;
  /** Before the label, for items without a color. */
  readonly icon?: `i-${string}` | undefined;
  /** Creates a new item instead of choosing an existing one. */
  readonly isNew?: boolean | undefined;
}
