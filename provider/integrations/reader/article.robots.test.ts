import { describe, expect, test } from 'vitest';
import { isCrawlAllowed } from '@/provider/integrations/reader/article';

const rules = (...lines: string[]): string => lines.join('\n');

describe('isCrawlAllowed', () => {
  test.each([
    ['nothing at all', '', '/a', true],
    ['no rule for anybody', rules('Sitemap: https://x.example/map'), '/a', true],
    ['everything shut', rules('User-agent: *', 'Disallow: /'), '/a', false],
    ['everything open', rules('User-agent: *', 'Disallow:'), '/a', true],
    ['another place shut', rules('User-agent: *', 'Disallow: /private'), '/a', true],
    ['this place shut', rules('User-agent: *', 'Disallow: /private'), '/private/a', false],
    ['somebody else kept out', rules('User-agent: GPTBot', 'Disallow: /'), '/a', true],
    ['us kept out', rules('User-agent: Markwell', 'Disallow: /'), '/a', false],
    ['us let in', rules('User-agent: *', 'Disallow: /', '', 'User-agent: markwell', 'Allow: /'), '/a', true],
    ['us in a group', rules('User-agent: x', 'User-agent: Markwell/1.0', 'Disallow: /'), '/a', false],
    ['another client with a longer name', rules('User-agent: Markwellbot', 'Disallow: /'), '/a', true],
    ['an encoded letter', rules('User-agent: *', 'Disallow: /%61'), '/a', false],
    ['letters beyond ASCII', rules('User-agent: *', 'Disallow: /ação'), '/a%c3%a7%C3%A3o', false],
    ['an encoded wildcard', rules('User-agent: *', 'Disallow: /%2A'), '/abc', true],
    ['the longest rule', rules('User-agent: *', 'Disallow: /a', 'Allow: /a/b'), '/a/b', true],
    ['a tie', rules('User-agent: *', 'Disallow: /a', 'Allow: /a'), '/a', true],
    ['a wildcard', rules('User-agent: *', 'Disallow: /*.pdf'), '/a/b.pdf?x', false],
    ['an end', rules('User-agent: *', 'Disallow: /*.pdf$'), '/a/b.pdf?x', true],
    ['an end that fits', rules('User-agent: *', 'Disallow: /*.pdf$'), '/a/b.pdf', false],
    ['a whole path', rules('User-agent: *', 'Disallow: /a$'), '/ab', true],
    ['a query', rules('User-agent: *', 'Disallow: /*?print='), '/a?print=1', false],
    ['comments and spaces', rules('user-AGENT : * # all', ' disallow :/ # go'), '/a', false],
    ['other line ends', 'User-agent: *\r\nDisallow: /\r', '/a', false],
    ['rules before any name', rules('Disallow: /', 'User-agent: *', 'Allow: /'), '/a', true],
    ['no text', '\0\u0001binary:::::\n:\n', '/a', true],
  ])('%s', (_what, robots, target, result) => expect(isCrawlAllowed(robots, target)).toBe(result));

  test('evaluates hostile rules quickly', () => {
    const hostile = rules('User-agent: *', ...Array<string>(50_000).fill(`Disallow: ${'*a'.repeat(50)}$`));
    const before = process.threadCpuUsage();
    isCrawlAllowed(hostile, `/${'a'.repeat(5_000)}b`);
    isCrawlAllowed(`User-agent: *\nDisallow: /${'*a'.repeat(200_000)}`, `/${'a'.repeat(8_000)}`);
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_500_000);
  });
});
