import 'server-only';
import { createHash } from 'node:crypto';
import { fontUrls } from '@/lib/public-page/fonts';
import { trusted, type Html } from '@/lib/public-page/html';
import { script } from '@/lib/public-page/script';
import { stylesheet } from '@/lib/public-page/stylesheet';

/** What every page carries in itself, and the policy that allows exactly that. */
export interface Assets {
  /** The `<style>` and the `<script>`, whole: not a space of what is hashed may change. */
  readonly style: Html;
  readonly script: Html;
  /** Typefaces that are needed at once. */
  readonly preloads: readonly string[];
  readonly contentPolicy: string;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

let made: Assets | undefined;

export function assets(): Assets {
  return (made ??= makeAssets());
}

function makeAssets(): Assets {
  const urls = fontUrls();
  const style = stylesheet(urls);
  return {
    style: trusted(`<style>${style}</style>`),
    script: trusted(`<script>${script}</script>`),
    preloads: [urls.inter, urls.newsreader],
    contentPolicy: [
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      "img-src 'self'",
      "font-src 'self'",
      // Nothing of ours calls anything; what audits the page asks for robots.txt from within it.
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}
