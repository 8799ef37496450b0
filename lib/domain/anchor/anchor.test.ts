import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anchorOf, anchorText, findPassage, hashOf, type Anchor } from '@/lib/domain/anchor/anchor';

const text =
  'Two years ago the map had eleven lines. Today it has forty-three, and a traveller who sleeps on the way ' +
  'arrives rested and has saved a hotel.\nBooking without tears\nMost lines open their books six months ahead. The ' +
  'exception is the south, where ninety days is the rule and the cheap berths are gone by noon.';

const mark = (quote: string, within = text): Anchor => {
  const start = within.indexOf(quote);
  return anchorOf(within, { start, end: start + quote.length });
};

const found = (changed: string, anchor: Anchor): string | null => {
  const place = findPassage(anchorText(changed), anchor);
  return place && changed.slice(place.start, place.end);
};

const sleeper = 'a traveller who sleeps on the way arrives rested';

describe('a passage is found', () => {
  test.each([
    ['in the same text', text, sleeper],
    ['after text was added before it', `A new paragraph.\n${text}`, sleeper],
    ['after text around it was removed', `Then ${sleeper}, at last.`, sleeper],
    ['with other line breaks', text.replaceAll(' ', '\n \n'), sleeper.replaceAll(' ', '\n \n')],
    [
      'with invisible characters',
      text.replace('traveller', 'tra\u00advel\u200bler'),
      sleeper.replace('traveller', 'tra\u00advel\u200bler'),
    ],
    [
      'with a corrected word',
      text.replace('traveller', 'traveler'),
      sleeper.replace('traveller', 'traveler'),
    ],
    ['with a word more', text.replace('sleeps', 'sleeps well'), sleeper.replace('sleeps', 'sleeps well')],
    ['with a word less', text.replace(' on the way', ''), sleeper.replace(' on the way', '')],
    [
      'with another first word',
      text.replace('a traveller', 'the traveller'),
      /traveller who sleeps on the way arrives rested$/,
    ],
  ])('%s', (_name, changed, expected) => {
    const passage = found(changed, mark(sleeper));
    if (typeof expected === 'string') expect(passage).toBe(expected);
    else expect(passage).toMatch(expected);
  });

  test('with the quotation marks and dashes of another program', () => {
    expect(
      found('He said “it’s 5–6 hours – at most” and left', {
        ...mark('x'),
        quote: `"it's 5-6 hours - at most"`,
      }),
    ).toBe('“it’s 5–6 hours – at most”');
  });

  test('among equal ones by the text around it, else by its place', () => {
    const twice = 'One says yes to it today. Two says yes to it today. Three says yes to it today.';
    const start = twice.indexOf('Two') + 'Two '.length;
    const second = anchorOf(twice, { start, end: start + 'says yes to it today'.length });
    const added = 'Zero says yes to it today. ';
    expect(findPassage(anchorText(added + twice), second)?.start).toBe(added.length + start);
    const bare = { ...second, prefix: '', suffix: '' };
    expect(findPassage(anchorText(`${twice} Four.`), bare)?.start).toBe(start);
  });

  test('without a position or context, as imported', () => {
    expect(
      found(text, {
        quote: ' ninety  days is the rule ',
        prefix: '',
        suffix: '',
        start: null,
        end: null,
        textHash: null,
      }),
    ).toBe('ninety days is the rule');
  });
});

describe('a passage is not found', () => {
  test.each([
    [
      'if the text is another one',
      'Sourdough needs time, flour, water and salt, and a warm place to rise.',
      sleeper,
    ],
    [
      'if most of it was rewritten',
      text.replace(sleeper, 'whoever takes the night train comes well rested'),
      sleeper,
    ],
    ['if only a short quote is there, in another context', 'The old map of the city.', 'map'],
    ['in an empty text', '', sleeper],
  ])('%s', (_name, changed, quote) => {
    expect(findPassage(anchorText(changed), mark(quote))).toBeNull();
  });

  test('at offsets of another text', () => {
    const anchor = mark('eleven');
    expect(findPassage(anchorText('x'.repeat(500)), anchor)).toBeNull();
  });
});

test('any passage of any text is found again, and the result is within the text', () => {
  const words = fc.array(fc.constantFrom('so', 'the', 'long', 'passage', 'of', 'text', 'é', '😀', '\n'), {
    minLength: 4,
    maxLength: 60,
  });
  fc.assert(
    fc.property(words, fc.nat(), fc.nat(), fc.string(), (parts, a, b, added) => {
      const whole = parts.join(' ');
      const [start, end] = [a % whole.length, b % whole.length].sort((one, other) => one - other) as [
        number,
        number,
      ];
      if (start === end) return;
      const anchor = anchorOf(whole, { start, end });
      expect(findPassage(anchorText(whole), anchor)).toEqual({ start, end });
      const moved = findPassage(anchorText(`${added} ${whole}`), anchor);
      if (moved)
        expect(
          moved.start >= 0 && moved.end > moved.start && moved.end <= added.length + 1 + whole.length,
        ).toBe(true);
    }),
  );
});

test('the work is bounded for a text that repeats one letter', () => {
  const anchor = mark('b'.repeat(10_000), 'b'.repeat(10_000));
  expect(
    findPassage(anchorText('a'.repeat(300_000)), {
      ...anchor,
      quote: `${'a'.repeat(6_000)}${'c'.repeat(4_000)}`,
    }),
  ).toBeNull();
});

test('texts that differ have different hashes', () => {
  expect(new Set(['', 'a', 'b', 'ab', 'ba', text, `${text} `].map(hashOf)).size).toBe(7);
});
