import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOnTheInternet } from '@/server/outbound/address'
import { buildHookRequest } from '@/server/outbound/hook-request'
import { createCheckedLookup } from '@/server/outbound/checked-lookup'
import { assertHookAllowed } from '@/server/outbound/outbound-messages'
import { checkHookAddress, postRequest } from '@/server/outbound/post-request'
import { runAsSystem } from '@/server/start-application'
import { testPlant, type TestPlant } from '../harness'
import { newReceiver, type Receiver } from './receiver'

let plant: TestPlant
let receiver: Receiver
beforeAll(async () => {
  plant = await testPlant({ outboundHosts: ['127.0.0.1'] })
  receiver = await newReceiver()
})
afterAll(async () => {
  await plant.close()
  await receiver.close()
})

describe('never into the plant', () => {
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
    // IPv4-translated, Teredo, 6to4 and ISATAP, each around 127.0.0.1, 10.0.0.1 or an address of the internet.
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
  ])('%s is no address on the internet', (address) => {
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
  ])('%s is refused as it is entered, unless allowed by name', async (url) => {
    expect(checkHookAddress(new URL(url), nobody)).toBe('notAllowed')
    if (url.startsWith('http://2')) expect(checkHookAddress(new URL(url), new Set(['127.0.0.1']))).toBeNull()
    else
      await expect(
        runAsSystem(plant.app, 'test', async (ctx) =>
          assertHookAllowed(ctx, { url: url.replace('0x7f.1', '0x7f.2') }, 'hookUrl'),
        ),
      ).rejects.toMatchObject({ issues: [{ path: ['hookUrl'], code: 'notAllowed' }] })
  })
  test.each(['https://example.com/x', 'https://local.example.com/x', 'https://internal.cn/x'])('%s may be', (url) => {
    expect(checkHookAddress(new URL(url), nobody)).toBeNull()
  })
  test('a local name that is allowed by name may be', () => {
    expect(checkHookAddress(new URL('http://erp:8080/x'), new Set(['erp']))).toBeNull()
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
  test('an address that was stored with http is not called any more', async () => {
    const letter = buildHookRequest(
      { kind: 'json', url: 'http://hooks.example.com/x', secret: null },
      { text: 'x', key: 'k', at: 0 },
    )
    expect(await postRequest(letter, { allowedHosts: nobody, timeoutMs: 2000 })).toMatchObject({
      ok: false,
      again: false,
    })
  })
  test('a local name is not called either, whoever entered it before: nothing arrives', async () => {
    const to = { kind: 'json', url: `http://localhost:${receiver.port}/in`, secret: null } as const
    const letter = buildHookRequest(to, { text: 'x', key: 'k', at: 0 })
    expect(await postRequest(letter, { allowedHosts: nobody, timeoutMs: 2000 })).toEqual({
      ok: false,
      why: 'address not allowed: localhost',
      again: false,
    })
    expect(receiver.got).toEqual([])
    expect(await postRequest(letter, { allowedHosts: new Set(['localhost']), timeoutMs: 2000 })).toMatchObject({
      ok: true,
    })
  })
  test('the connection goes to an address that was judged, resolved once', () => {
    const resolved: string[] = []
    const given: unknown[] = []
    const lookup = createCheckedLookup(isOnTheInternet, (host, _options, done) => {
      resolved.push(host)
      done(null, [
        { address: '10.0.0.9', family: 4 },
        { address: '203.0.113.7', family: 4 },
      ])
    })
    lookup('hooks.example.com', { all: true }, (error, found) => given.push(error, found))
    expect(given).toEqual([null, [{ address: '203.0.113.7', family: 4 }]])
    expect(resolved).toEqual(['hooks.example.com'])
  })
})
