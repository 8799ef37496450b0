import { anybox } from '@/lib/formats/anybox/anybox';
import { chromium } from '@/lib/formats/chromium/chromium';
import { deliciousJson } from '@/lib/formats/delicious/delicious-json';
import { diigo } from '@/lib/formats/diigo/diigo';
import { elcurator } from '@/lib/formats/elcurator/elcurator';
import { evernote } from '@/lib/formats/evernote/evernote';
import { firefox } from '@/lib/formats/firefox/firefox';
import type { Format } from '@/lib/formats/format';
import { goodlinks } from '@/lib/formats/goodlinks/goodlinks';
import { instapaper } from '@/lib/formats/instapaper/instapaper';
import { karakeep } from '@/lib/formats/karakeep/karakeep';
import { linkace } from '@/lib/formats/linkace/linkace';
import { linkdingJson } from '@/lib/formats/linkding/linkding-json';
import { linkwarden } from '@/lib/formats/linkwarden/linkwarden';
import { markwellCsv } from '@/lib/formats/markwell-csv/markwell-csv';
import { markwellJson } from '@/lib/formats/markwell-json/markwell-json';
import { matter } from '@/lib/formats/matter/matter';
import { mymind } from '@/lib/formats/mymind/mymind';
import { htmlFormats } from '@/lib/formats/netscape/format';
import { omnivore } from '@/lib/formats/omnivore/omnivore';
import { oneTab } from '@/lib/formats/onetab/onetab';
import { opml } from '@/lib/formats/opml/opml';
import { pinboardJson } from '@/lib/formats/pinboard/pinboard-json';
import { pinboardXml } from '@/lib/formats/pinboard/pinboard-xml';
import { plainList } from '@/lib/formats/plain-list/plain-list';
import { pocketCsv } from '@/lib/formats/pocket/pocket-csv';
import { raindropCsv } from '@/lib/formats/raindrop/raindrop-csv';
import { raindropJson } from '@/lib/formats/raindrop/raindrop-json';
import { readability } from '@/lib/formats/readability/readability';
import { readeckCsv } from '@/lib/formats/readeck/readeck-csv';
import { readwise } from '@/lib/formats/readwise/readwise';
import type { Sample } from '@/lib/formats/sample';
import { tabSessionManager } from '@/lib/formats/tab-session-manager/tab-session-manager';
import { tableBesides } from '@/lib/formats/table/table';
import { toby } from '@/lib/formats/toby/toby';
import { wallabagCsv } from '@/lib/formats/wallabag/wallabag-csv';
import { wallabag1Json, wallabagJson } from '@/lib/formats/wallabag/wallabag-json';
import { wallabagXml } from '@/lib/formats/wallabag/wallabag-xml';
import { xbel } from '@/lib/formats/xbel/xbel';
import { xbrowsersync } from '@/lib/formats/xbrowsersync/xbrowsersync';

/** A new format is one more line here, its folder, and its tests. */
const products: readonly Format[] = [
  ...htmlFormats,
  markwellJson,
  markwellCsv,
  // Tables, by their columns.
  ...[raindropCsv, pocketCsv, instapaper, readwise, readeckCsv, matter, mymind, diigo, linkace, wallabagCsv],
  // JSON, by its keys.
  ...[
    karakeep,
    linkwarden,
    chromium,
    firefox,
    pinboardJson,
    raindropJson,
    wallabagJson,
    wallabag1Json,
    omnivore,
    goodlinks,
  ],
  ...[linkdingJson, deliciousJson, xbrowsersync, anybox, tabSessionManager, toby, readability, elcurator],
  // XML, by its root.
  ...[xbel, opml, pinboardXml, wallabagXml, evernote],
  // Text, by most of its lines.
  ...[oneTab, plainList],
];

/** All formats that are read. */
export const formats: readonly Format[] = [...products, tableBesides(products)];

/** Returns the format of a file; null if it has none of them. */
export const detectFormat = (sample: Sample): Format | null =>
  formats.find((format) => format.detect(sample)) ?? null;
