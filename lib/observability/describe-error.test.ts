import { describe, expect, test } from 'vitest';
import { describeError } from './describe-error';

describe('describeError', () => {
  test('keeps the stack and the root cause, and omits parameters and values', () => {
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(ada@example.test) already exists.',
    });
    const error = new Error('Failed query: insert …\nparams: ada@example.test', { cause });
    const described = describeError(error);
    expect(described).toMatchObject({ name: 'Error', code: '23505' });
    expect(described['stack']).toContain('describe-error.test.ts');
    expect(JSON.stringify(described)).not.toContain('ada@example.test');
  });

  test('omits a message that quotes a value', () => {
    const cause = Object.assign(new Error('invalid input syntax for type uuid: "ada@example.test"'), {
      code: '22P02',
    });
    expect(describeError(cause)).toMatchObject({ code: '22P02', message: 'data exception' });
  });
});
