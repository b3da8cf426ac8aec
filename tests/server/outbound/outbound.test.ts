import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import type { Webhook } from '@/contract/webhook'
import { buildHookRequest } from '@/server/outbound/hook-request'
import {
  MAX_ATTEMPTS,
  getRetryPauseMs,
  retryMessage,
  sendDueMessages,
  listMessageStatuses,
  enqueueMessage,
} from '@/server/outbound/outbound-messages'
import { getPoolQuery } from '@/server/create-context'
import { runAsSystem } from '@/server/start-application'
import { createTestPlant, type TestPlant } from '../harness'
import { createReceiver, type Receiver } from './receiver'

const NOW = '2026-11-22T02:00:00.000Z'
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
afterEach(() => {
  receiver.got.length = 0
  receiver.answer = (_, response) => response.end()
})
let n = 0
const hook = (more: Partial<Webhook> = {}): Webhook => ({
  kind: 'json',
  url: `http://127.0.0.1:${receiver.port}/in`,
  secret: null,
  ...more,
})
/** Enqueues a message. @returns its key */
async function enqueue(to: Webhook = hook(), key = `alarm:${++n}`): Promise<string> {
  plant.clock.set(NOW)
  await runAsSystem(plant.app, 'test', (ctx) =>
    enqueueMessage(ctx, { receiver: to, text: '用水超限 Water over its limit', key }),
  )
  return key
}
const later = (ms: number) => plant.clock.set(new Date(Date.parse(NOW) + ms))
const stateOf = async (key: string) =>
  (await listMessageStatuses({ query: getPoolQuery(plant.app), site: 1 }, [key]))[0]

describe('a signature', () => {
  const sentAtMs = Date.parse('2026-11-22T02:00:00.123Z')
  const content = { text: '超限', key: 'k', attemptedAtMs: sentAtMs }
  it('DingTalk: timestamp in ms and HMAC over timestamp, line feed and secret, in the address', () => {
    const { url, body } = buildHookRequest(
      { kind: 'dingtalk', url: 'https://oapi.dingtalk.com/robot/send?access_token=abc', secret: 'this is secret' },
      content,
    )
    const sign = createHmac('sha256', 'this is secret').update(`${sentAtMs}\nthis is secret`).digest('base64')
    expect(url.href).toBe(
      `https://oapi.dingtalk.com/robot/send?access_token=abc&timestamp=${sentAtMs}&sign=${encodeURIComponent(sign)}`,
    )
    expect(JSON.parse(body)).toEqual({ msgtype: 'text', text: { content: '超限' } })
  })
  it('Feishu: timestamp in s; timestamp, line feed and secret are the key, nothing is the message', () => {
    const { url, body } = buildHookRequest(
      { kind: 'feishu', url: 'https://open.feishu.cn/open-apis/bot/v2/hook/x', secret: 'demo' },
      content,
    )
    const seconds = String(Math.floor(sentAtMs / 1000))
    expect(url.search).toBe('')
    expect(JSON.parse(body)).toEqual({
      timestamp: seconds,
      sign: createHmac('sha256', `${seconds}\ndemo`).update('').digest('base64'),
      msg_type: 'text',
      content: { text: '超限' },
    })
  })
  it('WeCom has its key in the address alone', () => {
    const { url, body } = buildHookRequest(
      { kind: 'wecom', url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k', secret: null },
      content,
    )
    expect(url.href).toBe('https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k')
    expect(JSON.parse(body)).toEqual({ msgtype: 'text', text: { content: '超限' } })
  })
  it('plain JSON: HMAC over timestamp, point and body in the header', () => {
    const { headers, body } = buildHookRequest({ kind: 'json', url: 'https://example.com/', secret: 's' }, content)
    const seconds = String(Math.floor(sentAtMs / 1000))
    expect(headers).toMatchObject({
      'x-timestamp': seconds,
      'x-signature': `sha256=${createHmac('sha256', 's').update(`${seconds}.${body}`).digest('hex')}`,
      'idempotency-key': 'k',
    })
    expect(JSON.parse(body)).toEqual({ key: 'k', text: '超限', at: '2026-11-22T02:00:00.123Z' })
  })
  it('without a secret nothing is signed', () => {
    const { headers, url } = buildHookRequest({ kind: 'dingtalk', url: 'https://example.com/a', secret: null }, content)
    expect(Object.keys(headers)).toEqual(['content-type'])
    expect(url.href).toBe('https://example.com/a')
  })
})

describe('messages are sent', () => {
  test('once per key, and after their transaction commits', async () => {
    const key = await enqueue()
    await enqueue(hook(), key)
    await expect(
      runAsSystem(plant.app, 'test', async (ctx) => {
        await enqueueMessage(ctx, { receiver: hook(), text: 'never', key: 'taken back' })
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect(await stateOf(key)).toMatchObject({ state: 'waiting', attempts: 0, lastError: null })
    expect(await sendDueMessages(plant.app)).toBe(1)
    expect(await sendDueMessages(plant.app)).toBe(0)
    expect(receiver.got.map((g) => JSON.parse(g.body) as unknown)).toEqual([
      { key, text: '用水超限 Water over its limit', at: NOW },
    ])
    expect(await stateOf(key)).toEqual({ key, state: 'sent', attempts: 1, lastError: null, at: NOW })
    expect(await stateOf('taken back')).toBeUndefined()
  })
  test('once by two concurrent instances', async () => {
    const keys = [await enqueue(), await enqueue(), await enqueue()]
    receiver.answer = (_, response) => setTimeout(() => response.end(), 50)
    const sentCounts = await Promise.all([
      sendDueMessages(plant.app),
      sendDueMessages(plant.app),
      sendDueMessages(plant.app),
    ])
    expect(sentCounts.reduce((a, b) => a + b)).toBe(3)
    expect(receiver.got.map((g) => (JSON.parse(g.body) as { key: string }).key).sort()).toEqual(keys.sort())
  })
  test('by another instance after the lease of a dead one', async () => {
    const key = await enqueue()
    await plant.query(
      `update outbound_message set holder = gen_random_uuid(), lease_until = $2, attempts = 1 where key = $1`,
      [key, new Date(Date.parse(NOW) + 60_000)],
    )
    later(59_000)
    expect(await sendDueMessages(plant.app)).toBe(0)
    later(61_000)
    expect(await sendDueMessages(plant.app)).toBe(1)
    expect(await stateOf(key)).toMatchObject({ state: 'sent', attempts: 2 })
  })
  test('and their stored secrets deleted afterwards', async () => {
    const key = await enqueue(hook({ url: `http://127.0.0.1:${receiver.port}/in?token=abc`, secret: 'hush' }))
    expect(await sendDueMessages(plant.app)).toBe(1)
    const [row] = await plant.query('select * from outbound_message where key = $1', [key])
    expect(JSON.stringify(row)).not.toMatch(/abc|hush/)
  })
})

describe('failed messages', () => {
  test('with status 500 are retried with growing delay, then given up; a person may resend', async () => {
    receiver.answer = (_, response) => response.writeHead(500).end()
    const key = await enqueue()
    let elapsedMs = 0
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      later(elapsedMs)
      expect(await sendDueMessages(plant.app)).toBe(1)
      expect(await stateOf(key)).toMatchObject({
        state: attempt < MAX_ATTEMPTS ? 'waiting' : 'failed',
        attempts: attempt,
        lastError: 'status 500',
      })
      later(elapsedMs + getRetryPauseMs(attempt) - 1)
      expect(await sendDueMessages(plant.app)).toBe(0)
      elapsedMs += getRetryPauseMs(attempt)
    }
    expect([1, 2, 3, 7, 10].map((a) => getRetryPauseMs(a) / 1000)).toEqual([30, 60, 120, 1800, 1800])
    later(elapsedMs + 86_400_000)
    expect(await sendDueMessages(plant.app)).toBe(0)
    expect(receiver.got).toHaveLength(MAX_ATTEMPTS)
    receiver.answer = (_, response) => response.end()
    await runAsSystem(plant.app, 'test', (ctx) => retryMessage(ctx, key))
    expect(await sendDueMessages(plant.app)).toBe(1)
    expect(await stateOf(key)).toMatchObject({ state: 'sent' })
  })
  test('of a hanging receiver are cut off without delaying others', async () => {
    receiver.answer = ({ url }, response) => (url === '/hangs' ? undefined : response.end())
    const [hangs, other] = [await enqueue(hook({ url: `http://127.0.0.1:${receiver.port}/hangs` })), await enqueue()]
    expect(await sendDueMessages(plant.app, 300)).toBe(2)
    expect(await stateOf(hangs)).toMatchObject({ state: 'waiting', lastError: 'no answer within 0.3 s' })
    expect(await stateOf(other)).toMatchObject({ state: 'sent' })
    await plant.query('delete from outbound_message where key = $1', [hangs])
  })
  test('of a slowly dripping receiver are cut off', async () => {
    receiver.answer = (_, response) => {
      response.write(' ')
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    }
    const key = await enqueue()
    await sendDueMessages(plant.app, 300)
    expect(await stateOf(key)).toMatchObject({ state: 'waiting', lastError: 'no answer within 0.3 s' })
    await plant.query('delete from outbound_message where key = $1', [key])
  })
  test('do not follow redirects', async () => {
    receiver.answer = (_, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${receiver.port}/inside` }).end()
    const key = await enqueue()
    await sendDueMessages(plant.app)
    expect(receiver.got.map((g) => g.url)).toEqual(['/in'])
    expect(await stateOf(key)).toMatchObject({
      state: 'failed',
      attempts: 1,
      lastError: 'status 302: redirects are not followed',
    })
  })
  test.each([
    [
      'a signature that a robot refuses is over',
      '{"errcode":310000,"errmsg":"sign not match"}',
      'failed',
      '310000 sign not match',
    ],
    [
      'a robot that is asked too often is asked later',
      '{"errcode":130101,"errmsg":"send too fast"}',
      'waiting',
      '130101 send too fast',
    ],
    ['a robot takes it', '{"errcode":0,"errmsg":"ok"}', 'sent', null],
    ['something else than a robot answers', '<html>', 'waiting', 'unexpected answer: <html>'],
  ])('%s', async (_, answer, state, lastError) => {
    receiver.answer = (_got, response) => response.end(answer)
    const key = await enqueue(hook({ kind: 'dingtalk' }))
    await sendDueMessages(plant.app)
    expect(await stateOf(key)).toMatchObject({ state, lastError })
    await plant.query('delete from outbound_message where key = $1', [key])
  })
  test('with status 404 are given up at once', async () => {
    receiver.answer = (_, response) => response.writeHead(404).end()
    const key = await enqueue()
    await sendDueMessages(plant.app)
    expect(await stateOf(key)).toMatchObject({ state: 'failed', lastError: 'status 404' })
  })
})
