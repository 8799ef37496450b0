import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '@/provider/integrations/fetch/guard';

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '2606:4700::1111',
  ])('accepts %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '127.0.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.192',
    '192.168.0.1',
    '198.19.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2002:808:808::',
    'fd00::1',
    'fe80::1%eth0',
    '4000::1',
    '8.8.8.8:80',
    '[2606:4700::1111]',
    'example.com',
    '',
  ])('refuses %j', (address) => expect(isPublicAddress(address)).toBe(false));
});
