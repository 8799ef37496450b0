import { describe, expect, test } from 'vitest';
import { explainHit, isExplained, type ExplainedRecord } from '@/lib/domain/query/explain/explain-hit';
import type { QueryWord } from '@/lib/domain/query/explain/find-word';

const record: ExplainedRecord = {
  title: 'Night Trains of Europe',
  tags: 'slow travel,Ação',
  domain: 'railways.example',
  path: `/overview/${'deep/'.repeat(12)}hidden?lang=en`,
  description: 'Every sleeper that still runs.\nWith the times of each line.',
};
const words = (...texts: string[]): QueryWord[] => texts.map((text) => ({ text, found: [] }));
const page = { title: 'Timetables', text: `${'far away '.repeat(300)}the couchette is warm` };

describe('why a bookmark was found', () => {
  test.each([
    ['title', ['trains'], 'title', null],
    ['the beginning of a word', ['tra'], 'title', null],
    ['the middle of a word', ['ight'], 'title', null],
    ['a tag', ['travel'], 'tags', null],
    ['a tag without its accents', ['acao'], 'tags', null],
    ['host', ['railways'], 'host', null],
    ['the part of the address that a row shows', ['overview'], 'url', null],
    ['description', ['sleeper'], 'description', 'Every sleeper that still runs. With the times of each line.'],
    ['the worst place decides', ['trains', 'sleeper', 'travel'], 'description', 'Every sleeper that still runs. With the times of each line.'],
    ['a word that stands nowhere is left out', ['trains', 'nowhere'], 'title', null],
  ] as const)('%s', (_, texts, field, snippet) => {
    expect(explainHit(record, words(...texts))).toEqual({ field, snippet });
  }); // prettier-ignore

  test('an address that a row cuts is told of where the words stand', () => {
    const explanation = explainHit(record, words('hidden'));
    expect(explanation?.field).toBe('url');
    expect(explanation?.snippet).toMatch(/\/hidden\?lang=en$/);
  });

  test('the word that a misspelt one was taken for', () => {
    expect(explainHit(record, [{ text: 'sleepre', found: ['sleeper'] }])?.field).toBe('description');
    expect(explainHit(record, [{ text: 'sleepre', found: ['other'] }])).toBeNull();
  });

  test('a word of two letters is not looked for inside of others', () => {
    expect(explainHit(record, words('ur'))).toBeNull();
  });

  test('nothing, without words', () => {
    expect(explainHit(record, [])).toBeNull();
  });

  test('the text of its page, after everything else', () => {
    const explanation = explainHit(record, words('trains', 'couchette'), page);
    expect(explanation?.field).toBe('text');
    expect(explanation?.snippet).toMatch(/^….*the couchette is warm$/);
    expect(explainHit(record, words('timetab'), page)).toEqual({ field: 'text', snippet: 'Timetables' });
    expect(explainHit(record, words('sleeper'), { ...page, text: 'sleeper' })?.field).toBe('description');
  });

  test('the text of its page is asked for only where a word stands nowhere else', () => {
    expect(isExplained(record, words('trains', 'hidden', 'acao'))).toBe(true);
    expect(isExplained(record, words('trains', 'couchette'))).toBe(false);
  });

  test('an encrypted bookmark has no words', () => {
    const encrypted = { title: null, tags: '', domain: null, path: null, description: null };
    expect(explainHit(encrypted, words('trains'))).toBeNull();
  });
});
