import { processWide } from '@/lib/bff/session';
import { createReportTunnel } from '@/lib/bff/report-tunnel';
import { env } from '@/lib/env/server';

export const dynamic = 'force-dynamic';

const tunnel = () => processWide('reportTunnel', () => createReportTunnel(env()));

/** Receives error reports of the browser. */
export const POST = (request: Request): Promise<Response> => tunnel()(request);
