import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cropOf,
  pointOf,
  shownEdge,
  squareOf,
  wholePicture,
  zoomMax,
} from '@/components/features/settings/crop-dialog';

const wide = { width: 400, height: 200 };

test('at first the middle of the picture is shown, as much as fits', () => {
  expect(squareOf(wide, wholePicture)).toEqual({ left: 100, top: 0, edge: 200 });
  expect(squareOf({ width: 200, height: 400 }, wholePicture)).toEqual({ left: 0, top: 100, edge: 200 });
  expect(cropOf(wide, { x: 0, y: 0 }, 1)).toEqual(wholePicture);
});

test('a larger size shows less of it', () => {
  expect(squareOf(wide, { ...wholePicture, zoom: 2 })).toEqual({ left: 150, top: 50, edge: 100 });
});

test('the picture follows the pointer and stops at its edges', () => {
  const dragged = (x: number, y: number) =>
    squareOf(wide, cropOf(wide, { x: x * shownEdge, y: y * shownEdge }, 1));
  expect(dragged(0.25, 0.5)).toMatchObject({ left: 50, top: 0 });
  expect(dragged(-9, 9)).toMatchObject({ left: 200, top: 0 });
});

const sizes = fc.record({
  width: fc.integer({ min: 1, max: 6_000 }),
  height: fc.integer({ min: 1, max: 6_000 }),
});
const zooms = fc.double({ min: 1, max: zoomMax, noNaN: true });

test('the visible part is always inside the picture', () => {
  const offset = fc.double({ min: -5_000, max: 5_000, noNaN: true });
  fc.assert(
    fc.property(sizes, fc.record({ x: offset, y: offset }), zooms, (picture, point, zoom) => {
      const { left, top, edge } = squareOf(picture, cropOf(picture, point, zoom));
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1e-6);
      expect(left + edge).toBeLessThanOrEqual(picture.width + 1e-6);
      expect(top + edge).toBeLessThanOrEqual(picture.height + 1e-6);
    }),
  );
});

test('a slider moves the picture to where the cropper then has it', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(sizes, fc.record({ x: part, y: part, zoom: zooms }), (picture, crop) => {
      const moved = squareOf(picture, cropOf(picture, pointOf(picture, crop), crop.zoom));
      expect(moved.left).toBeCloseTo(squareOf(picture, crop).left, 3);
      expect(moved.top).toBeCloseTo(squareOf(picture, crop).top, 3);
    }),
  );
});
