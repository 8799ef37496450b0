import type { IconLink } from '@/provider/integrations/html/read-head';

/** Twice the 28 pixels that a list shows, and a little more. */
const WANTED_SIZE = 64;
const LIKELY_TOUCH_SIZE = 180;

/** Icon links of a page with the most promising first: large enough, as small as that allows, and never SVG. */
export function rankIcons(icons: readonly IconLink[]): IconLink[] {
  return icons
    .filter((icon) => !isVector(icon) && !icon.rel.includes('mask-icon'))
    .map((icon) => ({ icon, score: scoreSize(sizeOf(icon)) }))
    .sort((a, b) => b.score - a.score)
    .map(({ icon }) => icon);
}

function isVector({ href, type }: IconLink): boolean {
  return type.includes('svg') || /\.svgz?(?:[?#]|$)/i.test(href);
}

/** The edge that the link declares, or the usual one of its kind; 0 when nothing is known. */
function sizeOf({ rel, sizes }: IconLink): number {
  const declared = sizes.split(/\s+/).map((size) => /^(\d{1,4})x\d{1,4}$/.exec(size)?.[1] ?? 0);
  return Math.max(0, ...declared.map(Number)) || (rel.includes('apple-touch') ? LIKELY_TOUCH_SIZE : 0);
}

function scoreSize(size: number): number {
  if (size >= WANTED_SIZE) return 2 - (size - WANTED_SIZE) / 10_000;
  return size / WANTED_SIZE;
}
