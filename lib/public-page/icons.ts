import { trusted, type Html } from '@/lib/public-page/html';

// Drawings of Lucide (ISC), as in the rest of the interface; here they are written into the page.
const drawings = {
  globe:
    '<circle cx="12" cy="12" r="10"/><path d="M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20"/>',
  rss: '<path d="M4 11a9 9 0 0 1 9 9M4 4a16 16 0 0 1 16 16"/><circle cx="5" cy="19" r="1"/>',
  link: '<path d="M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71"/><path d="M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71"/>',
  search: '<path d="m21 21-4.34-4.34"/><circle cx="11" cy="11" r="8"/>',
  left: '<path d="m15 18-6-6 6-6"/>',
  right: '<path d="m9 18 6-6-6-6"/>',
  theme:
    '<path d="M12 2v2M14.837 16.385a6 6 0 1 1-7.223-7.222c.624-.147.97.66.715 1.248a4 4 0 0 0 5.26 5.259c.589-.255 1.396.09 1.248.715M16 12a4 4 0 0 0-4-4M19 5l-1.256 1.256M20 12h2"/>',
} as const;

/** A drawing of 16 px beside words that say the same. */
export const icon = (name: keyof typeof drawings): Html =>
  trusted(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${drawings[name]}</svg>`);

/** The ribbon of the product. */
export const ribbon: Html = trusted(
  '<svg class="ribbon" viewBox="0 0 12 18" aria-hidden="true"><path d="M0 1a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v17l-6-4.5L0 18z"/></svg>',
);
