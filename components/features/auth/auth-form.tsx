'use client';
import { useTranslations } from 'next-intl';
import { useState, type ComponentProps, type SubmitEvent } from 'react';
import { FormAlert } from '@/components/common/form-alert';
import { ApiProblem } from '@/lib/api/problem';
import { cn } from '@/lib/utils/cn';

interface AuthFormProps extends Omit<ComponentProps<'form'>, 'method' | 'noValidate'> {
  /** Why the form as a whole was refused. */
  refusal: string | null;
}

/**
 * The form of a guest screen. The first empty field gets the focus. Errors do not move the fields: each has a line
 * reserved for its own, and the alert of the form comes last.
 */
export function AuthForm({ refusal, className, children, ...props }: AuthFormProps) {
  return (
    <form
      {...props}
      method="post"
      noValidate
      ref={focusFirstEmpty}
      className={cn(
        'flex flex-col gap-1.5 [&_[data-slot=field-note]]:block [&_[data-slot=field-note]]:min-h-5',
        className,
      )}
    >
      {children}
      <div className="mt-3 empty:hidden">
        <FormAlert text={refusal} />
      </div>
    </form>
  );
}

/** Unless the person is somewhere on the page already. */
function focusFirstEmpty(form: HTMLFormElement | null): void {
  if (form === null || document.activeElement !== document.body) return;
  [...form.elements]
    .find(
      (element): element is HTMLInputElement => element instanceof HTMLInputElement && element.value === '',
    )
    ?.focus();
}

interface Refusal<Name extends string> {
  /** Words for the fields that are to blame. */
  fields: Partial<Record<Name, string>>;
  /** Words for the form as a whole; null where the fields say it all. */
  form: string | null;
}

/** Turns a failed call into words for the fields of a form; `fallback` stands where nothing better is known. */
export function useRefusal() {
  const t = useTranslations('Auth');

  return <Name extends string>(failure: unknown, names: readonly Name[], fallback: string): Refusal<Name> => {
    // What is not an answer of the service is a request that did not reach it.
    if (!(failure instanceof ApiProblem)) return { fields: {}, form: t('offline') };
    const fields: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const issue = failure.errors.find(({ path }) => path === name);
      if (issue) fields[name] = issue.message;
      if (name === 'code' && failure.code === 'INVALID_CODE') fields[name] = failure.message;
      if (name === 'email' && failure.code === 'EMAIL_IN_USE') fields[name] = t('emailInUse');
    }
    if (Object.keys(fields).length > 0) return { fields, form: null };
    return { fields, form: failure.message || fallback };
  };
}

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
