import type { ProblemCode } from '@/lib/contract/problem';
import type { Language } from '@/lib/contract/schemas/account';
import enProblems from '@/messages/en/problems.json';
import enValidation from '@/provider/messages/en/validation.json';
import ptProblems from '@/messages/pt-BR/problems.json';
import ptValidation from '@/provider/messages/pt-BR/validation.json';
import type { ValidationCode } from '@/provider/problem';

const problems: Record<Language, Record<ProblemCode, string>> = { en: enProblems, 'pt-BR': ptProblems };
const validation: Record<Language, Record<ValidationCode, string>> = {
  en: enValidation,
  'pt-BR': ptValidation,
};

export const problemWords = (locale: Language, code: ProblemCode): string => problems[locale][code];

/** Words for the reason why a field is refused, with `{name}` filled in from the values. */
export const validationWords = (
  locale: Language,
  code: ValidationCode,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  validation[locale][code].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );

/** Whether the words of a code that came as a text exist. */
export const isValidationCode = (code: string): code is ValidationCode => Object.hasOwn(enValidation, code);
