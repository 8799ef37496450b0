import { describe, expect, test } from 'vitest';
import { areaBetween, canCapture, shiftArea } from '@/components/features/feedback/screenshot';

const shown = { width: 400, height: 200 };

describe('a rectangle', () => {
  test('lies between two points in any order, as fractions of the picture', () => {
    const area = { left: 0.25, top: 0.25, width: 0.5, height: 0.25 };
    expect(areaBetween({ x: 100, y: 50 }, { x: 300, y: 100 }, shown)).toEqual(area);
    expect(areaBetween({ x: 300, y: 100 }, { x: 100, y: 50 }, shown)).toEqual(area);
  });

  test('ends at the edge of the picture', () => {
    expect(areaBetween({ x: -20, y: -20 }, { x: 900, y: 900 }, shown)).toEqual({
      left: 0,
      top: 0,
      width: 1,
      height: 1,
    });
  });

  test.each([
    ['a click', { x: 100, y: 50 }, false],
    ['less than a pixel wide', { x: 100.9, y: 150 }, false],
    ['less than a pixel high', { x: 200, y: 50.9 }, false],
    ['a pixel in both directions', { x: 101, y: 51 }, true],
  ])('%s: %o', (_, to, isTaken) => {
    expect(areaBetween({ x: 100, y: 50 }, to, shown) !== null).toBe(isTaken);
  });

  test('outside of the picture is discarded', () => {
    expect(areaBetween({ x: 500, y: 50 }, { x: 900, y: 90 }, shown)).toBeNull();
  });

  const area = { left: 0.25, top: 0.25, width: 0.5, height: 0.5 };

  test('moves and grows within the picture', () => {
    expect(shiftArea(area, { x: 40, y: -20 }, shown, false)).toEqual({ ...area, left: 0.35, top: 0.15 });
    expect(shiftArea(area, { x: 40, y: 20 }, shown, true)).toEqual({ ...area, width: 0.6, height: 0.6 });
    expect(shiftArea(area, { x: 4_000, y: 4_000 }, shown, false)).toEqual({ ...area, left: 0.5, top: 0.5 });
    expect(shiftArea(area, { x: 4_000, y: 4_000 }, shown, true)).toEqual({
      ...area,
      width: 0.75,
      height: 0.75,
    });
  });

  test('does not become smaller than a pixel', () => {
    expect(shiftArea(area, { x: -4_000, y: -4_000 }, shown, true)).toEqual({
      ...area,
      width: 1 / 400,
      height: 1 / 200,
    });
  });
});

describe('a screenshot is offered', () => {
  const userAgents = {
    linux: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15',
    iphone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1',
    android: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  };
  const browser = (device: keyof typeof userAgents, { touch = 0, isSecure = true, canShare = true } = {}) =>
    ({
      isSecureContext: isSecure,
      navigator: {
        userAgent: userAgents[device],
        maxTouchPoints: touch,
        // Browsers omit it if the context is not secure.
        ...(isSecure && { mediaDevices: canShare ? { getDisplayMedia: () => undefined } : {} }),
      },
    }) as unknown as Window;

  test.each([
    ['on a computer', browser('linux'), true],
    ['on a Mac', browser('mac'), true],
    ['not on an iPad', browser('mac', { touch: 5 }), false],
    ['not on a phone', browser('iphone', { touch: 5 }), false],
    ['not on an Android device', browser('android'), false],
    ['not without a secure context', browser('linux', { isSecure: false }), false],
    ['not where the screen cannot be shared', browser('linux', { canShare: false }), false],
  ])('%s', (_, window, isOffered) => {
    expect(canCapture(window)).toBe(isOffered);
  });
});
