import { expect, test } from 'vitest';
import { describeDevice, placeOf } from '@/provider/modules/auth/devices';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`,
    'Chrome',
    'Windows',
    'computer',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`,
    'Edge',
    'Windows',
    'computer',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/141.0.0.0 Safari/537.36 OPR/120.0`,
    'Opera',
    'Linux',
    'computer',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox', 'Linux', 'computer'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Safari',
    'macOS',
    'computer',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPadOS',
    'tablet',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`,
    'Chrome',
    'Android',
    'phone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-X910) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
    'Samsung Internet',
    'Android',
    'tablet',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/141.0.0.0 Safari/537.36`,
    'Chrome',
    'ChromeOS',
    'computer',
  ],
  ['curl/8.5.0', null, null, 'other'],
  ['', null, null, 'other'],
  ['<script>alert(1)</script>', null, null, 'other'],
])('%s', (userAgent, browser, system, device) => {
  expect(describeDevice(userAgent)).toEqual({ browser, system, device });
});

test('a long user agent is parsed quickly', () => {
  const before = process.threadCpuUsage();
  describeDevice(`Version/1 ${'Version/1.1.1 Safari'.repeat(20)}`.slice(0, 400));
  expect(process.threadCpuUsage(before).user).toBeLessThan(50_000);
});

test.each([
  ['127.0.0.1', 'device'],
  ['::1', 'device'],
  ['::ffff:127.0.0.1', 'device'],
  ['192.168.1.20', 'local'],
  ['fd00::1', 'local'],
  ['203.0.113.9', 'internet'],
  ['2001:4860:4860::8888', 'internet'],
  ['', 'unknown'],
  ['a name', 'unknown'],
])('%j is at %s', (address, place) => {
  expect(placeOf(address)).toBe(place);
});
