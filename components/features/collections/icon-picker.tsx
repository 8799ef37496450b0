'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { CollectionIcon } from '@/components/entities/collection-icon';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { fieldClass } from '@/components/ui/input';
import { collectionIcons, emojiOf, isIconName } from '@/lib/contract/collection-icons';
import { cn } from '@/lib/utils/cn';

interface IconPickerProps {
  /** An emoji, or a name of `collectionIcons`; null for none. */
  value: string | null;
  /** Of the collection, in which its icon is drawn. */
  color: string;
  onValueChange: (icon: string | null) => void;
  /** Called with whether the text of the emoji field is one; a form with an invalid one must not be sent. */
  onValidChange: (isValid: boolean) => void;
}

/** The icon of a collection: one of a few, or any emoji. The choices unfold, because most collections have a dot. */
export function IconPicker({ value, color, onValueChange, onValidChange }: IconPickerProps) {
  const t = useTranslations('Collections');
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const [text, setText] = useState(value === null || isIconName(value) ? '' : value);
  const isInvalid = text.trim() !== '' && emojiOf(text) === null;

  const choose = (icon: string | null) => {
    setText('');
    onValidChange(true);
    onValueChange(icon);
  };
  const type = (typed: string) => {
    const emoji = emojiOf(typed);
    setText(emoji ?? typed);
    onValidChange(emoji !== null || typed.trim() === '');
    if (emoji !== null) onValueChange(emoji);
    // An emptied field removes the emoji that it contained, but not an icon.
    else if (typed.trim() === '' && value !== null && !isIconName(value)) onValueChange(null);
  };

  return (
    <div className="flex flex-col gap-2">
      <span aria-hidden="true" className="text-body font-medium">
        {t('icon')}
      </span>
      <div className="flex flex-wrap items-center gap-2">
        <Button aria-expanded={isOpen} aria-controls={panel} onClick={() => setOpen(!isOpen)}>
          <CollectionIcon collection={{ color, icon: value }} />
          {t(value === null ? 'chooseIcon' : 'changeIcon')}
        </Button>
        {value === null ? null : (
          <Button variant="ghost" onClick={() => choose(null)}>
            {t('removeIcon')}
          </Button>
        )}
      </div>
      <div id={panel} hidden={!isOpen} className="flex flex-col gap-2.5">
        <Choices value={value} color={color} onChoose={choose} />
        <EmojiField text={text} isInvalid={isInvalid} onType={type} />
      </div>
    </div>
  );
}

interface ChoicesProps {
  value: string | null;
  color: string;
  onChoose: (name: string) => void;
}

function Choices({ value, color, onChoose }: ChoicesProps) {
  const t = useTranslations('Collections');
  const group = useId();
  return (
    <div
      role="radiogroup"
      aria-label={t('icon')}
      className="grid grid-cols-[repeat(auto-fill,minmax(2.25rem,1fr))] gap-0.5 touch:grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))]"
    >
      {(Object.keys(collectionIcons) as (keyof typeof collectionIcons)[]).map((name) => (
        <span
          key={name}
          title={t(`icons.${name}`)}
          className="relative grid h-9 place-items-center rounded-md text-muted-foreground hover:bg-muted has-checked:bg-accent has-checked:text-foreground touch:h-11"
        >
          <input
            type="radio"
            name={group}
            checked={value === name}
            onChange={() => onChoose(name)}
            aria-label={t(`icons.${name}`)}
            className="absolute inset-0 size-full cursor-pointer appearance-none rounded-md"
          />
          <span
            aria-hidden="true"
            className={cn('icon pointer-events-none size-4.5', collectionIcons[name])}
            style={value === name ? { background: `#${color}` } : undefined}
          />
        </span>
      ))}
    </div>
  );
}

interface EmojiFieldProps {
  text: string;
  isInvalid: boolean;
  onType: (text: string) => void;
}

function EmojiField({ text, isInvalid, onType }: EmojiFieldProps) {
  const t = useTranslations('Collections');
  const id = useId();
  return (
    <>
      <label className="flex items-center gap-2 text-second text-muted-foreground">
        <Icon name="i-smile" />
        {t('emoji')}
        <input
          className={cn(fieldClass, 'h-8 w-20 px-2 text-center touch:h-11')}
          value={text}
          maxLength={64}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? `${id}-error` : undefined}
          onChange={(event) => onType(event.target.value)}
        />
      </label>
      {isInvalid ? (
        <p id={`${id}-error`} role="alert" className="text-second text-destructive">
          {t('invalidEmoji')}
        </p>
      ) : null}
    </>
  );
}
