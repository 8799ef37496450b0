import { describe, expect, it } from 'vitest';
import { exportDisposition } from '@/provider/middleware/download';

const disposition = (space: string): string => exportDisposition(space, '2026-11-21', 'html');

describe('the name of an export', () => {
  it.each([
    ['Personal', 'Personal', 'Personal'],
    ['Café São João', 'Cafe-Sao-Joao', 'Caf%C3%A9-S%C3%A3o-Jo%C3%A3o'],
    ['日本', '', '%E6%97%A5%E6%9C%AC'],
    ["it's (mine)!", 'it-s-mine', 'it-s-%28mine%29%21'],
    ['"; rm -rf /\r\nX: y.html', 'rm-rf-X-y-html', 'rm-rf-X-y-html'],
    ['../../etc/passwd', 'etc-passwd', 'etc-passwd'],
    ['\u202Egpj.exe', 'gpj-exe', 'gpj-exe'],
    ['', '', ''],
  ])('of the space %j is safe in a header and on a disk', (space, ascii, utf8) => {
    const named = (part: string) => ['markwell', part, '2026-11-21'].filter((one) => one !== '').join('-');
    expect(disposition(space)).toBe(
      `attachment; filename="${named(ascii)}.html"; filename*=UTF-8''${named(utf8)}.html`,
    );
  });

  it('is short, and never truncated within a character', () => {
    const name = disposition('😀'.repeat(500));
    expect(name.length).toBeLessThan(900);
    expect(() => decodeURIComponent(name)).not.toThrow();
  });
});
