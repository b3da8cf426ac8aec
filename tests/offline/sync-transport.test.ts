import { describe, expect, test, vi } from 'vitest'
import { calculateRetryDelay } from '@/offline/drain-plan'
import type { Drain, PassEnd, PassReport } from '@/offline/drain'
import { createDrainTriggers } from '@/offline/drain-triggers'
import { createTransport, readOutcome } from '@/offline/transport'

const json = new Headers({ 'content-type': 'application/json' })
const html = new Headers({ 'content-type': 'text/html' })
const body = (errno: string, data: unknown = null) => JSON.stringify({ errno, errmsg: 'said', data })
const read = (status: number, headers: Headers, text: string) =>
  readOutcome(status, headers, text, (data) => data === 'fine', 1000)

describe('interpretation of an answer', () => {
  test.each<[string, number, Headers, string, object]>([
    ['our answer', 200, json, body('200', 'fine'), { kind: 'ok', data: 'fine' }],
    [
      'our envelope, not what was asked for',
      200,
      json,
      body('200', { other: 1 }),
      { kind: 'unreachable', cause: 'gateway' },
    ],
    ['a gateway page', 200, html, '<html>', { kind: 'unreachable', cause: 'gateway' }],
    ['a gateway page that calls itself JSON', 200, json, '<html>', { kind: 'unreachable', cause: 'gateway' }],
    ['JSON of somebody else', 200, json, '{"ok":true}', { kind: 'unreachable', cause: 'gateway' }],
    ['a gateway that wants a log-in', 401, html, 'log in', { kind: 'unreachable', cause: 'gateway' }],
    ['cut off', 200, json, body('200', 'fine').slice(0, 20), { kind: 'unreachable', cause: 'gateway' }],
    ['our 401', 401, json, body('401'), { kind: 'signedOut' }],
    ['expired', 200, json, body('4101'), { kind: 'signedOut' }],
    ['no permission', 200, json, body('401'), { kind: 'refused', errno: '401' }],
    ['too large, by a proxy', 413, html, 'nginx', { kind: 'tooLarge' }],
    ['slow down, seconds', 429, new Headers({ 'retry-after': '7' }), '', { kind: 'busy', retryAfterMs: 7000 }],
    [
      'slow down, date',
      503,
      new Headers({ 'retry-after': new Date(61_000).toUTCString() }),
      '',
      { kind: 'busy', retryAfterMs: 60_000 },
    ],
    ['timeout of a proxy', 408, html, '', { kind: 'busy' }],
    ['bad gateway', 502, html, '', { kind: 'busy' }],
    ['errno busy', 200, json, body('4502'), { kind: 'busy' }],
    ['server error', 500, html, '', { kind: 'server' }],
    ['errno server error', 200, json, body('4500'), { kind: 'server' }],
    ['not found by a proxy', 404, html, '', { kind: 'unreachable', cause: 'gateway' }],
    [
      'wrong input, with fields',
      200,
      json,
      body('4013', { issues: [{ path: ['a'], code: 'missing' }] }),
      { kind: 'refused', issues: [{ path: ['a'], code: 'missing' }] },
    ],
  ])('%s', (_, status, headers, text, outcome) => expect(read(status, headers, text)).toMatchObject(outcome))

  test('aborts a request that never ends, also while its body is read', async () => {
    const stalled: typeof fetch = (_, init) =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start: (stream) => init?.signal?.addEventListener('abort', () => stream.error(new Error('aborted'))),
          }),
          { headers: { 'content-type': 'application/json' } },
        ),
      )
    expect(await createTransport({ fetch: stalled }).ping(30)).toEqual({ kind: 'unreachable', cause: 'timeout' })
  })
  test('the token goes raw in Authorization, the ping without one', async () => {
    const send = vi.fn<typeof fetch>(() =>
      Promise.resolve(new Response(body('200', { app: 'nonwoven-mes', at: 'now' }), { headers: json })),
    )
    const transport = createTransport({ fetch: send, language: () => 'en' })
    expect(await transport.ping(1000)).toMatchObject({ kind: 'ok' })
    await transport.sendCommands('secret', { ops: [], sentAt: '' }, 1000)
    const sent = send.mock.calls.map(([, init]) => new Headers(init?.headers))
    expect(sent.map((headers) => [headers.get('authorization'), headers.get('accept-language')])).toEqual([
      [null, 'en'],
      ['secret', 'en'],
    ])
  })
})

test('waits double from 2 s to 300 s; each wait is at least half of its maximum', () => {
  expect([1, 2, 3, 8, 9, 40].map((failures) => calculateRetryDelay(failures, () => 1))).toEqual([
    2000, 4000, 8000, 256_000, 300_000, 300_000,
  ])
  expect([1, 9].map((failures) => calculateRetryDelay(failures, () => 0))).toEqual([1000, 150_000])
})

describe('triggers', () => {
  function driven(passEnds: PassEnd[], left = 1) {
    const waits: number[] = []
    const timers: (() => void)[] = []
    const eager: boolean[] = []
    const syncRequests: string[] = []
    let release: (() => void)[] = []
    const run = (keen = false): Promise<PassReport> => {
      eager.push(keen)
      return new Promise((resolve) =>
        release.push(() => resolve({ end: passEnds.shift() ?? 'clear', sent: 0, photos: 0, nextAt: null })),
      )
    }
    const triggers = createDrainTriggers({
      drain: { run } as unknown as Drain,
      now: () => 0,
      countUnsent: () => Promise.resolve(left),
      onError: (error) => {
        throw error
      },
      setTimer: (work, ms) => {
        waits.push(ms)
        timers.push(work)
        return () => {}
      },
      requestBackgroundSync: () => {
        syncRequests.push('sync')
        return Promise.resolve()
      },
    })
    const finish = async () => {
      for (const done of release.splice(0)) done()
      await new Promise((resolve) => setTimeout(resolve))
    }
    return { triggers, waits, timers, eager, asked: syncRequests, finish }
  }
  test('a trigger during a pass causes another pass; a manual trigger resets the waiting times', async () => {
    const { triggers, eager, finish } = driven(['clear', 'clear'])
    const first = triggers.requestDrain('save')
    const second = triggers.requestDrain('userRequest')
    await finish()
    await finish()
    await Promise.all([first, second])
    expect(eager).toEqual([false, true])
  })
  test('loses no trigger at the very end of a pass', async () => {
    const { triggers, eager, finish } = driven([])
    const first = triggers.requestDrain('save')
    await finish()
    const again = first.then(() => triggers.requestDrain('save'))
    await finish()
    await finish()
    await again
    expect(eager).toHaveLength(2)
  })
  test('retries by itself while work is left, and rests without work', async () => {
    const busy = driven(['offline'])
    void busy.triggers.requestDrain('save')
    await busy.finish()
    expect(busy.waits).toEqual([60_000])
    const idle = driven(['clear'], 0)
    void idle.triggers.requestDrain('save')
    await idle.finish()
    expect(idle.waits).toEqual([])
  })
  test('checks for a lost network even without work, and again until the network is back; the person learns both', async () => {
    const { triggers, waits, asked, eager, finish } = driven(['clear', 'offline', 'backingOff', 'clear'], 0)
    const page = new EventTarget()
    const stop = triggers.start(page as unknown as Window, () => false)
    await finish()
    page.dispatchEvent(new Event('offline'))
    await finish()
    expect([waits, eager]).toEqual([[60_000], [true, true]])
    for (const reason of ['timer', 'timer'] as const) {
      void triggers.requestDrain(reason)
      await finish()
    }
    expect([waits, asked]).toEqual([[60_000, 60_000], []])
    stop()
  })
  test('requests no background sync during a background sync: with a network but no server that would never end', async () => {
    const { triggers, asked, finish } = driven(['offline', 'offline', 'offline'])
    void triggers.requestDrain('save')
    await finish()
    expect(asked).toHaveLength(1)
    void triggers.requestDrain('worker')
    await finish()
    expect(asked).toHaveLength(1)
    void triggers.requestDrain('timer')
    await finish()
    expect(asked).toHaveLength(2)
  })
  test('a background sync does not reset waiting times: a browser fires at once, so the waits would never grow', async () => {
    const { triggers, eager, finish } = driven(['offline', 'backingOff', 'offline'])
    for (const reason of ['timer', 'worker', 'online'] as const) {
      void triggers.requestDrain(reason)
      await finish()
    }
    expect(eager).toEqual([false, false, true])
  })
  test('a page hidden with unsent work requests a background sync', async () => {
    const { triggers, asked, finish } = driven(['clear'])
    const page = new EventTarget()
    const stop = triggers.start(page as unknown as Window, () => true)
    await finish()
    expect(asked).toEqual([])
    page.dispatchEvent(new Event('visibilitychange'))
    await finish()
    expect(asked).toEqual(['sync'])
    stop()
  })
})

test('the worker keeps hashed files of the last two releases', async () => {
  const stores = new Map<string, Map<string, string>>()
  const storeOf = (name: string) => {
    const store = stores.get(name) ?? new Map<string, string>()
    stores.set(name, store)
    return store
  }
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('registration', { scope: 'https://plant.example/' })
  const fake = {
    open: (name: string) =>
      Promise.resolve({
        keys: () => Promise.resolve([...storeOf(name).keys()].map((url) => ({ url }))),
        match: (request: { url: string }) => Promise.resolve(storeOf(name).get(request.url)),
        put: (request: { url: string }, value: string) => Promise.resolve(void storeOf(name).set(request.url, value)),
      }),
    keys: () => Promise.resolve([...stores.keys()]),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  }
  vi.stubGlobal('caches', fake)
  const { cacheNames } = await import('workbox-core')
  const { keepOldAssets } = await import('../../sw/old-assets')
  for (const release of [1, 2, 3, 4]) {
    stores.set(
      cacheNames.precache,
      new Map([
        ['https://plant.example/index.html', 'page'],
        [`https://plant.example/assets/a-${release}.js`, `code ${release}`],
      ]),
    )
    await keepOldAssets(release)
  }
  const assetCaches = [...stores]
    .filter(([name]) => name.startsWith('nonwoven-assets-'))
    .flatMap(([, files]) => [...files.keys()])
  expect(assetCaches).toEqual(['https://plant.example/assets/a-3.js', 'https://plant.example/assets/a-4.js'])
  vi.unstubAllGlobals()
})
