import { ColorDot } from '@/components/common/color-dot';
import type { Token } from '@/components/common/token';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';

interface TokenChipProps {
  token: Token;
  removeLabel: (label: string) => string;
  onRemove: (key: string) => void;
}

/** A value in a token field, with a button that takes it out. */
export function TokenChip({ token, removeLabel, onRemove }: TokenChipProps) {
  return (
    <span className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-sm bg-muted pl-2 text-small touch:h-9">
      {token.color === undefined ? null : <ColorDot color={token.color} />}
      <span className="truncate">{token.label}</span>
      <ButtonBase
        aria-label={removeLabel(token.label)}
        className="grid size-6 place-items-center rounded-sm text-muted-foreground hover:text-foreground touch:size-9"
        onClick={() => onRemove(token.key)}
      >
        <Icon name="i-x" className="size-3.5" />
      </ButtonBase>
    </span>
  );
}
