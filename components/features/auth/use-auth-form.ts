'use client';

import { useState, type SubmitEvent } from 'react';
import { useRefusal } from '@/components/features/auth/use-refusal';

type Values<Name extends string> = Record<Name, string>;
type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

interface AuthFormOptions<Name extends string> {
  names: readonly Name[];
  /** What is wrong before anything is sent. */
  check: (values: Values<Name>) => FieldErrors<Name>;
  /** Makes the calls and leaves the page; a rejection becomes words. */
  send: (values: Values<Name>) => Promise<void>;
  /** Words for a failure that has none of its own. */
  fallback: string;
}

/**
 * The course of a form: check, send, and put what was refused where it belongs, with the focus on the first field to
 * blame. Fields keep their own text, since a browser fills them in before any script runs.
 */
export function useAuthForm<Name extends string>({ names, check, send, fallback }: AuthFormOptions<Name>) {
  const explain = useRefusal();
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [refusal, setRefusal] = useState<string | null>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const values = readForm(form, names);
    const found = check(values);
    setErrors(found);
    setRefusal(null);
    if (focusFirst(form, found)) return;
    setPending(true);
    try {
      await send(values);
    } catch (failure) {
      const said = explain(failure, names, fallback);
      setErrors(said.fields);
      setRefusal(said.form);
      setPending(false);
      focusFirst(form, said.fields);
    }
  };

  /** A field that is being corrected is no longer called wrong. */
  const forgive = (name: string) => {
    setErrors((current) => (name in current ? { ...current, [name]: undefined } : current));
  };

  return { pending, errors, refusal, submit, forgive };
}

/** The text of the named fields; a field that is missing counts as empty. */
export function readForm<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Values<Name> {
  const data = new FormData(form);
  const text = (name: Name) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Values<Name>;
}

function focusFirst(form: HTMLFormElement, errors: Readonly<Record<string, string | undefined>>): boolean {
  const first = [...form.elements].find(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && errors[element.name] !== undefined,
  );
  first?.focus();
  return first !== undefined;
}
