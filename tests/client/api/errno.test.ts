// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, getConflict } from '@/client/api/api-error'
import { createClient, CALL_TIMEOUT_MS, type ClientParts } from '@/client/api/client'
import { fileOutput, defineEndpoint, objectOutput } from '@/contract/endpoint'
import { text } from '@/contract/field'

const read = defineEndpoint('thing.read', {
  area: 'x',
  routes: ['GET /thing', 'GET /thing/{id}'],
  access: 'signedIn',
  effect: 'read',
  input: { id: text() },
  output: objectOutput({ name: text() }),
})
const write = defineEndpoint('thing.write', {
  area: 'x',
  routes: 'POST /thing',
  access: 'signedIn',
  effect: 'write',
  input: { name: text() },
  output: objectOutput({ name: text() }),
})
const remove = defineEndpoint('thing.remove', {
  area: 'x',
  routes: 'DELETE /thing',
  access: 'signedIn',
  effect: 'write',
  input: { id: text() },
})
const options = defineEndpoint('thing.file', {
  area: 'x',
  routes: 'OPTIONS /thing',
  access: 'signedIn',
  effect: 'read',
  output: fileOutput('text/csv'),
})
const form = defineEndpoint('thing.form', {
  area: 'x',
  routes: 'POST /thing/form',
  access: 'signedIn',
  effect: 'write',
  body: 'multipart',
  input: { name: text(), file: text() },
})

const answer = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
let toastTexts: string[]
let went: string[]
let requests: { url: string; init: RequestInit }[]
let passwordPrompts: number
let knowsPassword: boolean
function clientFor(reply: Response | Error | ((init: RequestInit) => Promise<Response>), base = '/api') {
  const parts: ClientParts = {
    base,
    fetch: (url, init = {}) => {
      requests.push({ url: String(url), init })
      if (reply instanceof Error) return Promise.reject(reply)
      return typeof reply === 'function' ? reply(init) : Promise.resolve(reply)
    },
    getToken: () => 'raw-token',
    getLanguage: () => 'en',
    t: (key, values) => (values ? `${key} ${Object.values(values).join(' ')}` : key),
    showError: (message) => {
      toastTexts.push(message)
    },
    onExpired: () => {
      went.push('/')
    },
    onUnauthorized: () => {
      went.push('/?redirect')
    },
    verifyPassword: () => {
      passwordPrompts += 1
      return Promise.resolve(knowsPassword)
    },
  }
  return createClient(parts)
}
beforeEach(() => {
  toastTexts = []
  went = []
  requests = []
  passwordPrompts = 0
  knowsPassword = true
})

describe('the error catalogue', () => {
  const rows: [errno: unknown, errmsg: string, outcome: 'done' | 'refused', toast: string | null][] = [
    ['200', '', 'done', null],
    [undefined, '', 'done', null],
    ['4101', 'x', 'refused', 'api.errno.expired'],
    ['4003', '', 'refused', 'api.errno.exists'],
    ['4500', '', 'refused', 'api.errno.serverError'],
    ['401', '', 'refused', 'api.errno.forbidden'],
    ['4013', '', 'refused', 'api.errno.parameter'],
    ['4103', 'parameter error', 'refused', 'parameter error'],
    ['4103', '参数错误', 'refused', '参数错误'],
    ['4103', 'anything else', 'done', null],
    ['4103', '', 'done', null],
    ['4042', '', 'refused', 'api.errno.missingParameter'],
    ['4006', '', 'refused', 'api.errno.notFound'],
    ['4502', '', 'refused', 'api.errno.busy'],
    ['4002', '', 'refused', 'api.errno.noData'],
    ['4201', '', 'refused', 'api.errno.limited'],
    ['6000', 'A department with users stays', 'refused', 'A department with users stays'],
    ['4013', 'Length is missing', 'refused', 'Length is missing'],
    ['9999', 'unknown', 'done', null],
    [4003, '', 'refused', 'api.errno.exists'],
  ]
  it.each(rows)('errno %s "%s" is %s', async (errno, errmsg, outcome, toast) => {
    const done = await clientFor(answer({ errno, errmsg, data: { name: 'n' } }))
      .call(read, {})
      .then(
        (data) => data,
        (error: unknown) => error,
      )
    if (outcome === 'done') expect(done).toEqual({ name: 'n' })
    else expect(done).toBeInstanceOf(ApiError)
    expect(toastTexts).toEqual(toast === null ? [] : [toast])
    expect(went).toEqual(errno === '4101' ? ['/'] : [])
  })
  it.each([
    [
      'a failure of the server',
      answer({ errno: '4500', errmsg: '系统错误' }, 200, { 'x-request-id': '3f9a1c2e-77aa' }),
      '3f9a1c2e',
    ],
    ['a page of a broken proxy', answer('<h1>Bad gateway</h1>', 502, { 'x-request-id': '3f9a1c2e-77aa' }), '3f9a1c2e'],
    ['a proxy that names no call', answer('<h1>Bad gateway</h1>', 502), null],
    [
      'a refusal, which the log does not explain',
      answer({ errno: '4013', errmsg: '参数' }, 200, { 'x-request-id': '3f9a1c2e-77aa' }),
      null,
    ],
    [
      'a server that will be back',
      answer({ errno: '4502', errmsg: '忙' }, 503, { 'x-request-id': '3f9a1c2e-77aa' }),
      null,
    ],
  ])('tells the number under which the log has %s', async (_what, response, requestId) => {
    await expect(clientFor(response).call(read, {})).rejects.toMatchObject({ requestId })
    expect(toastTexts).toHaveLength(1)
    expect(toastTexts[0]!.endsWith(' · ui.error.code 3f9a1c2e')).toBe(requestId !== null)
  })
  it('reports an expired session even to a quiet caller, and goes to /', async () => {
    await expect(clientFor(answer({ errno: '4101' })).call(read, {}, { quiet: true })).rejects.toMatchObject({
      errno: '4101',
    })
    expect([toastTexts, went]).toEqual([['api.errno.expired'], ['/']])
  })
  it('passes on issues and both versions of a conflict', async () => {
    const issues = [{ path: ['name'], code: 'missing' }]
    await expect(
      clientFor(answer({ errno: '4042', errmsg: '', data: { issues } })).call(read, {}),
    ).rejects.toMatchObject({ issues })
    const error: unknown = await clientFor(
      answer({
        errno: '6000',
        errmsg: 'changed',
        data: { conflict: true, mine: { a: 1 }, theirs: { a: 2, version: 3 } },
      }),
    )
      .call(write, {})
      .catch((e: unknown) => e)
    expect(getConflict(error)).toMatchObject({ mine: { a: 1 }, theirs: { a: 2, version: 3 } })
  })
  it('asks for the password if the server demands it, then repeats the call with the same key', async () => {
    const wanted = answer({ errno: '6000', errmsg: 'enter it again', data: { verification: true } })
    const reply = () => Promise.resolve(requests.length === 1 ? wanted : answer({ errno: '200', data: { name: 'n' } }))
    expect(await clientFor(reply).call(write, { name: 'n' })).toEqual({ name: 'n' })
    expect([passwordPrompts, toastTexts, requests.length]).toEqual([1, [], 2])
    const [first, second] = requests.map(({ init }) => (init.headers as Record<string, string>)['Idempotency-Key'])
    expect(first).toBeTruthy()
    expect(second).toBe(first)
    expect(requests[1]!.init.body).toBe(requests[0]!.init.body)
  })
  it('does not repeat the call if the person cancels, and shows no error', async () => {
    knowsPassword = false
    const wanted = () =>
      Promise.resolve(answer({ errno: '6000', errmsg: 'enter it again', data: { verification: true } }))
    await expect(clientFor(wanted).call(write, { name: 'n' })).rejects.toMatchObject({ failure: 'cancelled' })
    expect([passwordPrompts, toastTexts, requests.length]).toEqual([1, [], 1])
  })
  it('behaves the same for the socket client, under its own base', async () => {
    await expect(clientFor(answer({ errno: '4101' }), '/socket').call(read, {})).rejects.toBeInstanceOf(ApiError)
    expect(requests[0]?.url).toBe('/socket/thing')
    expect(went).toEqual(['/'])
  })
})

describe('transport errors', () => {
  it('a timeout is reported and resolves with a fake error body; the typed call rejects without data', async () => {
    vi.useFakeTimers()
    const hang = (init: RequestInit) =>
      new Promise<Response>((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
      )
    const client = clientFor(hang)
    const resolved = client.request(read as never, {})
    await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS - 1)
    expect(toastTexts).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await resolved).toEqual({ errno: 'timeout', errmsg: 'api.timeout', data: null })
    expect(toastTexts).toEqual(['api.timeout'])
    const rejected = client.call(read, {}, { timeoutMs: 10 }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10)
    expect(await rejected).toMatchObject({ failure: 'timeout' })
    vi.useRealTimers()
  })
  it('waits 300000 ms', () => expect(CALL_TIMEOUT_MS).toBe(300_000))
  it.each([
    ['no network', new TypeError('failed'), 'api.network', 'network'],
    ['401', answer('', 401), 'api.errno.expired', 'http'],
    ['413', answer('too big', 413), 'api.tooLarge', 'http'],
    ['500', answer('<html>', 500), 'api.http 500 /api/thing', 'http'],
    ['404', answer('', 404), 'api.http 404 /api/thing', 'http'],
    ['503 with our envelope', answer({ errno: '4502', errmsg: '', data: null }, 503), 'api.errno.busy', 'errno'],
    [
      'a gateway page',
      answer('<html>log in</html>', 200, { 'content-type': 'text/html' }),
      'api.notOurs /api/thing',
      'network',
    ],
    ['half a body', answer('{"errno":"2'), 'api.notOurs /api/thing', 'network'],
  ])('%s', async (_name, reply, toast, failure) => {
    await expect(clientFor(reply as Response).call(read, { id: 'secret?' })).rejects.toMatchObject({
      failure,
      wasNotified: true,
    })
    expect(toastTexts).toEqual([toast])
  })
  it('401 leads to the login page with the return address', async () => {
    await clientFor(answer('', 401))
      .call(read, {})
      .catch(() => undefined)
    expect(went).toEqual(['/?redirect'])
  })
  it('a cancelled call shows nothing', async () => {
    const stop = new AbortController()
    stop.abort()
    await expect(
      clientFor(new DOMException('aborted', 'AbortError') as Error).call(read, {}, { signal: stop.signal }),
    ).rejects.toMatchObject({ failure: 'cancelled' })
    expect(toastTexts).toEqual([])
  })
  it('suppresses only network errors on request', async () => {
    await expect(clientFor(new TypeError('x')).call(read, {}, { quiet: 'transport' })).rejects.toMatchObject({
      wasNotified: false,
    })
    expect(toastTexts).toEqual([])
    await expect(clientFor(answer({ errno: '4500' })).call(read, {}, { quiet: 'transport' })).rejects.toMatchObject({
      wasNotified: true,
    })
    expect(toastTexts).toEqual(['api.errno.serverError'])
  })
})

describe('the request', () => {
  it('has the raw token, credentials and language; a query for GET, DELETE and OPTIONS', async () => {
    await clientFor(answer({ errno: '200', data: {} })).call(read, { id: 'a b' })
    expect(requests[0]).toMatchObject({
      url: '/api/thing?id=a+b',
      init: { method: 'GET', credentials: 'include', headers: { Authorization: 'raw-token', 'Accept-Language': 'en' } },
    })
    expect((requests[0]!.init.headers as Record<string, string>)['Idempotency-Key']).toBeUndefined()
    await clientFor(answer({})).call(remove, { id: '1' })
    expect(requests[1]).toMatchObject({ url: '/api/thing?id=1', init: { method: 'DELETE', body: null } })
  })
  it('has JSON and an idempotency key for writes; path parameters are filled in', async () => {
    await clientFor(answer({})).call(write, { name: 'n' }, { idempotencyKey: 'k' })
    expect(requests[0]).toMatchObject({
      init: { body: '{"name":"n"}', headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' } },
    })
    await clientFor(answer({})).call(read, { id: 'a/b' }, { route: 1 })
    expect(requests[1]?.url).toBe('/api/thing/a%2Fb')
  })
  it('has a form with files for multipart, without its own content type', async () => {
    await clientFor(answer({})).call(form, { name: 'n' }, { files: { file: [new File(['x'], 'a.xlsx')] } })
    const body = requests[0]!.init.body as FormData
    expect([body.get('name'), (body.get('file') as File).name]).toEqual(['n', 'a.xlsx'])
    expect((requests[0]!.init.headers as Record<string, string>)['Content-Type']).toBeUndefined()
  })
  it('saves a file under the name in the answer, and refuses a JSON error in its place', async () => {
    const names: string[] = []
    URL.createObjectURL = () => 'blob:x'
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    const file = new Response('a,b', {
      headers: {
        'content-type': 'text/csv',
        'content-disposition': "attachment; filename=x.csv; filename*=UTF-8''%E8%AE%A2%E5%8D%95%2F1.csv",
      },
    })
    await clientFor(file).call(options, {})
    expect([names, requests[0]?.init.method]).toEqual([['订单_1.csv'], 'OPTIONS'])
    await expect(clientFor(answer({ errno: '4002', errmsg: '' })).call(options, {})).rejects.toMatchObject({
      errno: '4002',
    })
    expect(names).toHaveLength(1)
  })
})
