import localFont from 'next/font/local';

// Arguments of localFont are read at build time and have to be literals, hence the repeated ranges. The
// extended subset of each family is first in the font stack (globals.css): its unicode-range covers only
// letters that the basic subset lacks, and a browser loads it only when a page shows one. The basic subset
// covers English and Portuguese; it is preloaded and has the metric-compatible fallback, so that nothing
// shifts.

const inter = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  variable: '--font-inter',
  adjustFontFallback: 'Arial',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
    },
  ],
});

const interExt = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
  weight: '100 900',
  variable: '--font-inter-ext',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
    },
  ],
});

// Headings have one weight. Its file is less than half of the variable one, and is loaded by every page.
const newsreader = localFont({
  src: '../node_modules/@fontsource/newsreader/files/newsreader-latin-600-normal.woff2',
  weight: '600',
  variable: '--font-newsreader',
  adjustFontFallback: 'Times New Roman',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
    },
  ],
});

// For descriptions and the text of pages; loaded when one is shown.
const newsreaderText = localFont({
  src: [
    { path: '../node_modules/@fontsource/newsreader/files/newsreader-latin-400-normal.woff2', weight: '400' },
    { path: '../node_modules/@fontsource/newsreader/files/newsreader-latin-600-normal.woff2', weight: '600' },
    { path: '../node_modules/@fontsource/newsreader/files/newsreader-latin-700-normal.woff2', weight: '700' },
  ],
  variable: '--font-newsreader-text',
  preload: false,
  adjustFontFallback: 'Times New Roman',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
    },
  ],
});

const newsreaderExt = localFont({
  src: [
    {
      path: '../node_modules/@fontsource/newsreader/files/newsreader-latin-ext-400-normal.woff2',
      weight: '400',
    },
    {
      path: '../node_modules/@fontsource/newsreader/files/newsreader-latin-ext-600-normal.woff2',
      weight: '600',
    },
    {
      path: '../node_modules/@fontsource/newsreader/files/newsreader-latin-ext-700-normal.woff2',
      weight: '700',
    },
  ],
  variable: '--font-newsreader-ext',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
    },
  ],
});

/** Classes for `<html>` that define the font variables of globals.css. */
export const fontVariables = [inter, interExt, newsreader, newsreaderText, newsreaderExt]
  .map((font) => font.variable)
  .join(' ');
