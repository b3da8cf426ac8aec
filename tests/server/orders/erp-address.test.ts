import { describe, expect, it } from 'vitest'
import { parseErpAddress, pullJson } from '@/areas/orders/server/pull-json'
import { canCallAddress } from '@/server/outbound/address'

describe('addresses that the server may call for a person', () => {
  it.each(['10.0.0.5', '192.168.1.20', '172.16.3.4', '8.8.8.8', 'fd00::1', '2001:db8::1', '::ffff:10.0.0.5'])(
    '%s',
    (address) => {
      expect(canCallAddress(address)).toBe(true)
    },
  )
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '::ffff:0:7f00:1',
    '2002:a00:1::',
    '::7f00:1',
    'erp',
  ])('exclude %s', (address) => {
    expect(canCallAddress(address)).toBe(false)
  })
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]:80/',
    'http://169.254.169.254/latest/meta-data',
    'http://0/',
  ])('exclude %s in any notation', (url) => {
    expect(() => parseErpAddress(url)).toThrow(
      expect.objectContaining({ errno: '6000', key: 'orders:refusals.erp.notAllowed' }) as Error,
    )
  })
  it('exclude names that resolve to this machine', async () => {
    await expect(
      pullJson({ url: 'http://localhost:1/', headers: {}, maxBytes: 1000, timeoutMs: 2000 }),
    ).rejects.toMatchObject({ key: 'orders:refusals.erp.notAllowed' })
  })
})
