'use client';
import '@/components/common/zod-without-eval';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import type { SyntheticEvent } from 'react';
import {
  get,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
} from 'react-hook-form';
import type { z } from 'zod';
import { useFailureText } from '@/components/common/use-failure-text';
import { fieldErrors } from '@/lib/api/field-errors';
import { ApiProblem } from '@/lib/api/problem';

interface ContractFormOptions<Values extends FieldValues, Body> {
  /**
   * A schema of the contract, or built from one. The messages of its issues are codes, with texts in the
   * namespace Forms.
   */
  schema: z.ZodType<Body, Values>;
  /** In screen order: the first rejected field gets the focus. */
  fields: readonly FieldPath<Values>[];
  /**
   * A field without a default keeps the text that it has when it is registered, so that text typed or filled in
   * before hydration stays.
   */
  defaultValues?: DefaultValues<Values>;
  /** Saved values: they replace untouched fields whenever they change. */
  values?: Values;
  /** Validates while typing, for a form whose button is disabled until its values are valid. */
  isLive?: boolean;
  /** Messages more specific than those of the namespace Forms, by code or by `field.code`. */
  words?: Readonly<Record<string, string>>;
  /** Sends the validated values. A rejection is shown at the fields, or as the error `root`; see `Refused`. */
  send: (body: Body) => Promise<void>;
  /** Message for a failure for which the service gives no reason. */
  failed: string;
  /** Message for an unreachable service, if more specific than the general one. */
  offline?: string;
}

/** Return value of `useContractForm` for a form whose values are sent unchanged. */
export type ContractForm<Values extends FieldValues> = ReturnType<typeof useContractForm<Values, Values>>;

/** Thrown by `send` with a ready message; without a field it concerns the form as a whole. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}

/** Fields of problems that have no path but concern one field. */
const fieldOfProblem: Readonly<Record<string, string>> = { INVALID_CODE: 'code', EMAIL_IN_USE: 'email' };

/**
 * A form with a schema of the contract: react-hook-form with its issues in the user's language, and with errors
 * of the service at the fields that it names.
 */
export function useContractForm<Values extends FieldValues, Body>(
  options: ContractFormOptions<Values, Body>,
) {
  const { schema, fields, defaultValues, values: saved, isLive, words = {}, send, failed, offline } = options;
  const t = useTranslations('Forms');
  const explain = useFailureText();
  const messageOf = (name: string, code = ''): string =>
    words[`${name}.${code}`] ?? words[code] ?? (hasWords(code) ? t(code) : t('invalid_value'));
  const resolve = zodResolver(schema);
  const resolver: Resolver<Values, unknown, Body> = async (values, context, resolverOptions) => {
    const result = await resolve(values, context, resolverOptions);
    // A value of several parts, such as a key, translates the codes of its parts itself.
    for (const [name, error] of Object.entries(result.errors)) {
      if (typeof error?.message === 'string') error.message = messageOf(name, error.message);
    }
    return result;
  };
  const form = useForm<Values, unknown, Body>({
    resolver,
    // It would follow the render order, in which fields inside a `Field` come last.
    shouldFocusError: false,
    ...(isLive && { mode: 'onChange' }),
    ...(defaultValues && { defaultValues }),
    ...(saved && { values: saved, resetOptions: { keepDirtyValues: true } }),
  });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;

  const refuse = (failure: unknown) => {
    if (failure instanceof Refused) {
      const name = fields.find((one) => one === failure.field) ?? 'root';
      form.setError(name, { type: 'refused', message: failure.message }, { shouldFocus: true });
      return;
    }
    const refused = refusedFields(failure);
    const named = fields.filter((name) => messageAt(refused, name) !== undefined);
    for (const name of named) {
      const message = messageAt(refused, name) ?? '';
      form.setError(name, { type: 'refused', message }, { shouldFocus: name === named[0] });
    }
    if (named.length === 0) {
      form.setError('root', { type: 'refused', message: explain(failure, failed, offline) });
    }
  };
  const handle = form.handleSubmit(
    async (body) => {
      try {
        await send(body);
      } catch (failure) {
        refuse(failure);
      }
    },
    (invalid) => {
      const first = fields.find((name) => get(invalid, name) !== undefined);
      if (first) form.setFocus(first);
    },
  );
  return {
    ...form,
    /** Without values, entered text is discarded. The options above apply to changed `values` only. */
    reset: (to?: DefaultValues<Values>) => form.reset(to, { keepDirtyValues: false }),
    submit: (event: SyntheticEvent) => {
      event.preventDefault();
      // Events of a dialog bubble, through the React tree, to the form that opened it.
      event.stopPropagation();
      if (!isSubmitting) void handle(event);
    },
    /** Props of a field that renders its own label. */
    field: (name: FieldPath<Values>) => ({ ...form.register(name), error: errorOf(errors, name) }),
    error: (name: FieldPath<Values>) => errorOf(errors, name),
    /** Whether it is being sent, or was accepted and not yet reset. */
    isBusy: isSubmitting || isSubmitSuccessful,
    /** Why the form as a whole was rejected. */
    refusal: errors.root?.message ?? null,
  };
}

/** Returns the error of a field, or of a part of it. */
const messageAt = (refused: Readonly<Record<string, string>>, name: string): string | undefined =>
  refused[name] ?? Object.entries(refused).find(([path]) => path.startsWith(`${name}.`))?.[1];

const errorOf = (errors: FieldErrors, name: string): string | undefined => {
  const message = errors[name]?.message;
  return typeof message === 'string' ? message : undefined;
};

/** Codes of the issues that form fields can have. */
const codes = [
  'required',
  'invalid_email',
  'invalid_code',
  'password_too_short',
  'too_long',
  'unstorable_text',
  'too_many_tags',
  'tag_too_long',
] as const;

const hasWords = (code: string): code is (typeof codes)[number] => codes.some((known) => known === code);

/** Returns the messages of the service for single fields, by name. */
export function refusedFields(failure: unknown): Readonly<Record<string, string>> {
  if (!(failure instanceof ApiProblem)) return {};
  const name = fieldOfProblem[failure.code];
  return {
    ...fieldErrors(failure),
    ...(name !== undefined && { [name]: failure.message }),
  };
}
