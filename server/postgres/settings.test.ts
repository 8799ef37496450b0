import { expect, test } from 'vitest';
import { DURABLE } from '@/server/postgres/settings';

const megabytes = (setting: string | number | undefined): number => Number.parseInt(String(setting), 10);

test('the log and the memory of the embedded database fit a small machine', () => {
  expect(megabytes(DURABLE['max_wal_size'])).toBeLessThanOrEqual(128);
  expect(megabytes(DURABLE['shared_buffers'])).toBeLessThanOrEqual(128);
});
