import type { IconLink } from '@/provider/integrations/pages/read-head';

/** More than twice the 28 pixels that a list displays. */
const WANTED_SIZE = 64;
const LIKELY_TOUCH_SIZE = 180;

/** Sorts the icon links of a page by suitability: large enough, as small as possible; a vector has any size. */
export function rankIcons(icons: readonly IconLink[]): IconLink[] {
  return icons
    .filter((icon) => !icon.rel.includes('mask-icon'))
    .map((icon) => ({ icon, score: isVector(icon) ? VECTOR_SCORE : scoreSize(sizeOf(icon)) }))
    .sort((a, b) => b.score - a.score)
    .map(({ icon }) => icon);
}

/** Below any image that is large enough: a vector may depend on style sheets. */
const VECTOR_SCORE = 1.5;

function isVector({ href, type, sizes }: IconLink): boolean {
  return type.includes('svg') || sizes === 'any' || /^data:image\/svg|\.svg(?:[?#]|$)/i.test(href);
}

/** Returns the declared edge of an icon link, or the usual one of its kind; 0 if unknown. */
function sizeOf({ rel, sizes }: IconLink): number {
  const declared = sizes.split(/\s+/).map((size) => /^(\d{1,4})x\d{1,4}$/.exec(size)?.[1] ?? 0);
  return Math.max(0, ...declared.map(Number)) || (rel.includes('apple-touch') ? LIKELY_TOUCH_SIZE : 0);
}

function scoreSize(size: number): number {
  if (size >= WANTED_SIZE) return 2 - (size - WANTED_SIZE) / 10_000;
  return size / WANTED_SIZE;
}
