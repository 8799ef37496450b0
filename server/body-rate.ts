import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Minimum rate of request bodies. */
export interface BodyRate {
  /** A body may wait for the client this long in any case. */
  graceMs: number;
  /** Average rate after that. */
  bytesPerSecond: number;
  /** Interval of the checks. */
  checkMs: number;
}

/** Below the slowest mobile networks. A body of 1 MiB takes at most five minutes. */
export const BODY_RATE: BodyRate = { graceMs: 20_000, bytesPerSecond: 4_000, checkMs: 1_000 };

interface Receipt {
  request: IncomingMessage;
  response: ServerResponse;
  bytesBefore: number;
  /** Time in which the app had read everything that arrived. */
  waitedMs: number;
}

/**
 * Ends requests whose body arrives too slowly with 408: each holds capacity that others could use. The timeouts of Node
 * limit only pauses and the whole request. Time in which the app does not read the body does not count.
 */
export function limitBodyRate(server: Server, rate: BodyRate): void {
  const receipts = new Set<Receipt>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    if (length === '0' && encoding === undefined) return;
    const receipt = { request, response, bytesBefore: request.socket.bytesRead, waitedMs: 0 };
    receipts.add(receipt);
    request.once('close', () => receipts.delete(receipt));
  });
  const timer = setInterval(() => {
    for (const receipt of receipts) check(receipt, rate);
  }, rate.checkMs).unref();
  server.once('close', () => clearInterval(timer));
}

function check(receipt: Receipt, rate: BodyRate): void {
  const { request, response, bytesBefore } = receipt;
  const isWaiting = !request.complete && request.readableLength === 0;
  if (!isWaiting) return;
  receipt.waitedMs += rate.checkMs;
  if (!isTooSlow(request.socket.bytesRead - bytesBefore, receipt.waitedMs, rate)) return;
  // As for the timeouts of Node: the app may still write to the response, whose connection is gone.
  if (!response.headersSent)
    request.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  request.socket.destroySoon();
}

export const isTooSlow = (bytes: number, waitedMs: number, { graceMs, bytesPerSecond }: BodyRate): boolean =>
  bytes < ((waitedMs - graceMs) / 1_000) * bytesPerSecond;
