import type { z } from 'zod';
import { isValidationCode } from '@/provider/http/words';
import type { FieldIssue, ValidationCode } from '@/provider/problem';

type Issue = z.core.$ZodIssue;

// A hostile body can be wrong in a hundred thousand places; the first ones say enough.
const issuesMax = 50;
const fieldNamePattern = /^\w{1,64}$/;

/** Codes of the contract's own refinements stand in `message`; the library's own messages are sentences. */
function codeOf(issue: Issue): ValidationCode {
  if (isValidationCode(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'invalid_type';
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'too_big';
    case 'too_small':
      return issue.origin === 'string' ? 'required' : 'too_small';
    case 'invalid_format':
      return 'invalid_format';
    default:
      return 'invalid_value';
  }
}

// What the caller sent is never echoed, except the name of a field that looks like one.
const pathOf = (parts: readonly PropertyKey[]): string =>
  parts.map((part) => (fieldNamePattern.test(String(part)) ? String(part) : '?')).join('.');

function* issuesOf(issue: Issue): Generator<FieldIssue> {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) yield { path: pathOf([...issue.path, key]), code: 'unknown_field' };
    return;
  }
  yield { path: pathOf(issue.path), code: codeOf(issue) };
}

/** The reasons of a failed parse as codes, in the order found, at most fifty. */
export function fieldIssues(error: z.core.$ZodError): FieldIssue[] {
  const found: FieldIssue[] = [];
  for (const issue of error.issues) {
    for (const fieldIssue of issuesOf(issue)) {
      if (found.length === issuesMax) return found;
      found.push(fieldIssue);
    }
  }
  return found;
}
