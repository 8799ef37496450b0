import 'server-only';
import type { NextRequest } from 'next/server';
import { parseTheme, themeCookie } from '@/components/common/theme';
import { createCall, type CallFunction } from '@/lib/api-client/create-call';
import { localeOf } from '@/lib/bff/call-language';
import { timeZoneOf } from '@/lib/bff/call-time-zone';
import { sendFrom } from '@/lib/bff/send-from';
import { env } from '@/lib/env/server';
import { readAsked, type AskedPage } from '@/lib/public-page/addresses';
import type { Look } from '@/lib/public-page/views';
import { wordsOf } from '@/lib/public-page/words';

/** Somebody, or some program, at an address of a public collection. */
export interface Visit {
  /** Null where no collection can be. */
  readonly asked: AskedPage | null;
  readonly look: Look;
  readonly timeZone: string;
  readonly now: Date;
  readonly ifNoneMatch: string | null;
  readonly call: CallFunction;
}

/** Reads a visit. Nobody is signed in here, whatever the cookies say: a public page is the same for everybody. */
export async function readVisit(request: NextRequest): Promise<Visit> {
  const { headers } = request;
  const asked = readAsked(request.url);
  const locale = asked?.lang ?? localeOf(headers);
  const now = new Date();
  return {
    asked,
    look: {
      locale,
      theme: parseTheme(request.cookies.get(themeCookie)?.value),
      words: await wordsOf(locale),
      year: now.getUTCFullYear(),
      origin: env().appUrl,
    },
    timeZone: timeZoneOf(headers),
    now,
    ifNoneMatch: headers.get('if-none-match'),
    call: createCall(sendFrom(headers, null)),
  };
}
