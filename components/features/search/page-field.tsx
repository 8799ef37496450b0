'use client';

import { useTranslations } from 'next-intl';
import { useLayoutEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { completed, useCompletion } from '@/components/features/search/use-completion';
import { NameOptions } from '@/components/features/search/name-options';
import type { NameOption, SearchOption } from '@/components/features/search/search-option';
import type { PageSearch } from '@/components/features/search/use-page-search';
import { privateInput } from '@/components/common/private-input';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { limits } from '@/lib/contract/limits';
import { hasFeature } from '@/lib/domain/plans';
import { pressedKey } from '@/lib/utils/pressed-key';

/** The field of the search screen. A `@` or `#` in it opens a list of names. */
export function PageField({ page }: { page: PageSearch }) {
  const t = useTranslations('Search');
  const id = useId();
  const names = useNames(page);
  const { isListed, options, active, input } = names;
  return (
    <form
      role="search"
      className="mt-3 max-w-160"
      onSubmit={(event) => {
        event.preventDefault();
        page.go({ ...page.search, q: page.text.trim() });
      }}
    >
      <div className="relative">
        <Icon
          name="i-search"
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          ref={input}
          type="search"
          name="q"
          aria-label={t('fieldLabel')}
          role={isListed ? 'combobox' : undefined}
          aria-expanded={isListed ? true : undefined}
          aria-controls={isListed ? id : undefined}
          aria-activedescendant={isListed ? `${id}-${active}` : undefined}
          {...privateInput}
          enterKeyHint="search"
          maxLength={limits.queryLength}
          className="pl-9.5 touch:h-11 [&::-webkit-search-cancel-button]:hidden"
          placeholder={t(hasFeature(page.plan, 'ask') ? 'placeholder' : 'placeholderWords')}
          value={page.text}
          onChange={({ target }) => names.type(target.value, caretOf(target))}
          onSelect={({ currentTarget }) => names.moveCaret(caretOf(currentTarget))}
          onKeyDown={names.handleKeyDown}
          onBlur={() => {
            names.leave();
            page.leave();
          }}
        />
        {isListed ? (
          <div className="absolute inset-x-0 top-full z-20 mt-1 rounded-lg border bg-popover shadow-float">
            <NameOptions id={id} options={options} active={active} onChoose={names.choose} />
          </div>
        ) : null}
      </div>
    </form>
  );
}

const caretOf = (field: HTMLInputElement): number => field.selectionEnd ?? field.value.length;

/** State of the name list while a name is being typed, with its key handlers. */
function useNames({ text, type, go, search }: PageSearch) {
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(-1);
  const [active, setActive] = useState(0);
  const moved = useRef<number | null>(null);
  const { completion, options } = useCompletion(text, Math.max(0, caret), search.space);
  const isListed = caret >= 0 && completion !== null;
  useLayoutEffect(() => {
    if (moved.current !== null) input.current?.setSelectionRange(moved.current, moved.current);
    moved.current = null;
  }, [text]);

  const complete = ({ condition, space }: NameOption) => {
    if (completion === null) return;
    const done = completed(text, completion, condition);
    moved.current = done.caret;
    setCaret(done.caret);
    setActive(0);
    if (space === undefined) type(done.text);
    else go({ ...search, q: done.text.trim(), space });
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isListed) return;
    const shown = Math.min(active, options.length - 1);
    const option = options[shown];
    const run = {
      ArrowDown: () => setActive((shown + 1) % options.length),
      ArrowUp: () => setActive(shown <= 0 ? options.length - 1 : shown - 1),
      Enter: () => (option ? complete(option) : undefined),
      Escape: () => setCaret(-1),
    }[pressedKey(event)];
    if (!run) return;
    event.preventDefault();
    run();
  };
  return {
    input,
    isListed,
    options,
    active: Math.min(active, options.length - 1),
    type: (typed: string, at: number) => {
      setCaret(at);
      setActive(0);
      type(typed);
    },
    // A chosen name is not in the field yet: the caret is still at the position of the sign.
    moveCaret: (at: number) => (moved.current === null ? setCaret(at) : undefined),
    leave: () => setCaret(-1),
    choose: (option: SearchOption) => (option.kind === 'name' ? complete(option) : undefined),
    handleKeyDown,
  };
}
