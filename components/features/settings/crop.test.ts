import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drag, squareOf, wholePicture, zoomMax } from '@/components/features/settings/crop-dialog';

const wide = { width: 400, height: 200 };

test('at first the middle of the picture shows, as much as fits', () => {
  expect(squareOf(wide, wholePicture)).toEqual({ left: 100, top: 0, edge: 200 });
  expect(squareOf({ width: 200, height: 400 }, wholePicture)).toEqual({ left: 0, top: 100, edge: 200 });
});

test('a larger size shows less of it', () => {
  expect(squareOf(wide, { ...wholePicture, zoom: 2 })).toEqual({ left: 150, top: 50, edge: 100 });
});

test('the picture follows the finger and stops at its edges', () => {
  expect(squareOf(wide, drag(wide, wholePicture, { x: 0.25, y: 0.5 }))).toMatchObject({ left: 50, top: 0 });
  expect(squareOf(wide, drag(wide, wholePicture, { x: -9, y: 9 }))).toMatchObject({ left: 200, top: 0 });
});

test('whatever is done, what shows lies inside the picture', () => {
  const size = fc.record({
    width: fc.integer({ min: 1, max: 6_000 }),
    height: fc.integer({ min: 1, max: 6_000 }),
  });
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  const crop = fc.record({ x: part, y: part, zoom: fc.double({ min: 1, max: zoomMax, noNaN: true }) });
  const way = fc.record({
    x: fc.double({ min: -5, max: 5, noNaN: true }),
    y: fc.double({ min: -5, max: 5, noNaN: true }),
  });
  fc.assert(
    fc.property(size, crop, way, (picture, before, moved) => {
      const { left, top, edge } = squareOf(picture, drag(picture, before, moved));
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1e-6);
      expect(left + edge).toBeLessThanOrEqual(picture.width + 1e-6);
      expect(top + edge).toBeLessThanOrEqual(picture.height + 1e-6);
    }),
  );
});
