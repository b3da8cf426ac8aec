import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOnTheInternet, createCheckedLookup } from '@/server/outbound/address'
import { buildHookRequest } from '@/server/outbound/hook-request'
import { assertHookAllowed } from '@/server/outbound/outbound-messages'
import { findHookAddressProblem, postRequest } from '@/server/outbound/post-request'
import { runAsSystem } from '@/server/start-application'
import { createTestPlant, type TestPlant } from '../harness'
import { createReceiver, type Receiver } from './receiver'

let plant: TestPlant
let receiver: Receiver
beforeAll(async () => {
  plant = await createTestPlant({ outboundHosts: ['127.0.0.1'] })
  receiver = await createReceiver()
})
afterAll(async () => {
  await plant.close()
  await receiver.close()
})

describe('a webhook never leads into the plant', () => {
  const nobody = new Set<string>()
  test.each([
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    // IPv4-translated, Teredo, 6to4 and ISATAP addresses that contain 127.0.0.1, 10.0.0.1 or an internet address.
    '::ffff:0:7f00:1',
    '::ffff:0:808:808',
    '2001:0:7f00:1::',
    '2001:0:808:808::f5ff:fffe',
    '2002:7f00:1::',
    '2002:808:808::1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::808:808',
    '2606:4700::5efe:a00:1',
    '::7f00:1',
  ])('%s is not an internet address', (address) => {
    expect(isOnTheInternet(address)).toBe(false)
  })
  test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808', '2001:4860:4860::8888'])(
    '%s is one',
    (address) => {
      expect(isOnTheInternet(address)).toBe(true)
    },
  )
  test.each([
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'https://[::ffff:0:7f00:1]/',
    'https://[2001:0:7f00:1::]/',
    'https://[2002:7f00:1::]/',
    'ftp://example.com/',
    'http://a:b@example.com/',
    'https://localhost/x',
    'https://LOCALHOST./x',
    'https://a.localhost/x',
    'https://printer.local/x',
    'https://metadata.google.internal/x',
    'https://erp/x',
  ])('%s is refused on entry unless its name is allowed', async (url) => {
    expect(findHookAddressProblem(new URL(url), nobody)).toBe('notAllowed')
    if (url.startsWith('http://2')) expect(findHookAddressProblem(new URL(url), new Set(['127.0.0.1']))).toBeNull()
    else
      await expect(
        runAsSystem(plant.app, 'test', async (ctx) =>
          assertHookAllowed(ctx, { url: url.replace('0x7f.1', '0x7f.2') }, 'hookUrl'),
        ),
      ).rejects.toMatchObject({ issues: [{ path: ['hookUrl'], code: 'notAllowed' }] })
  })
  test.each(['https://example.com/x', 'https://local.example.com/x', 'https://internal.cn/x'])(
    '%s is accepted',
    (url) => {
      expect(findHookAddressProblem(new URL(url), nobody)).toBeNull()
    },
  )
  test('an allowed local name is accepted', () => {
    expect(findHookAddressProblem(new URL('http://erp:8080/x'), new Set(['erp']))).toBeNull()
  })
  test.each([
    ['dingtalk', 'https://oapi.dingtalk.com/robot/send?access_token=x', null],
    ['dingtalk', 'https://oapi.dingtalk.com.evil.example/robot/send', 'oapi.dingtalk.com'],
    ['dingtalk', 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send', 'oapi.dingtalk.com'],
    ['wecom', 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=x', null],
    ['wecom', 'https://qyapi.weixin.qq.com@evil.example/', 'refused'],
    ['feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/x', null],
    ['feishu', 'https://open.larksuite.com/open-apis/bot/v2/hook/x', null],
    ['feishu', 'https://open-feishu.cn/x', 'open.feishu.cn, open.larksuite.com'],
    ['dingtalk', 'http://127.0.0.1:9/allowed-by-name', null],
    ['json', 'https://hooks.example.com/x', null],
    ['dingtalk', 'http://oapi.dingtalk.com/robot/send?access_token=x', 'openly'],
    ['json', 'http://hooks.example.com/x', 'openly'],
    ['json', 'http://8.8.8.8/x', 'openly'],
  ] as const)('a robot of %s at %s', async (kind, url, wrong) => {
    const checked = runAsSystem(plant.app, 'test', async (ctx) => assertHookAllowed(ctx, { kind, url }, 'hookUrl'))
    if (!wrong) return expect(await checked).toBeUndefined()
    const issue =
      wrong === 'refused'
        ? { code: 'notAllowed' }
        : wrong === 'openly'
          ? { code: 'notSecure' }
          : { code: 'otherHost', params: { hosts: wrong } }
    await expect(checked).rejects.toMatchObject({ issues: [{ path: ['hookUrl'], ...issue }] })
  })
  test('a stored http address is no longer called', async () => {
    const letter = buildHookRequest(
      { kind: 'json', url: 'http://hooks.example.com/x', secret: null },
      { text: 'x', key: 'k', attemptedAtMs: 0 },
    )
    expect(await postRequest(letter, { allowedHosts: nobody, timeoutMs: 2000 })).toMatchObject({
      ok: false,
      canRetry: false,
    })
  })
  test('a stored local name is no longer called: nothing arrives', async () => {
    const to = { kind: 'json', url: `http://localhost:${receiver.port}/in`, secret: null } as const
    const letter = buildHookRequest(to, { text: 'x', key: 'k', attemptedAtMs: 0 })
    expect(await postRequest(letter, { allowedHosts: nobody, timeoutMs: 2000 })).toEqual({
      ok: false,
      reason: 'address not allowed: localhost',
      canRetry: false,
    })
    expect(receiver.got).toEqual([])
    expect(await postRequest(letter, { allowedHosts: new Set(['localhost']), timeoutMs: 2000 })).toMatchObject({
      ok: true,
    })
  })
  test('the connection uses the checked address, resolved once', () => {
    const resolved: string[] = []
    const results: unknown[] = []
    const lookup = createCheckedLookup(isOnTheInternet, (host, _options, done) => {
      resolved.push(host)
      done(null, [
        { address: '10.0.0.9', family: 4 },
        { address: '203.0.113.7', family: 4 },
      ])
    })
    lookup('hooks.example.com', { all: true }, (error, found) => results.push(error, found))
    expect(results).toEqual([null, [{ address: '203.0.113.7', family: 4 }]])
    expect(resolved).toEqual(['hooks.example.com'])
  })
})
