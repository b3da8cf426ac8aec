import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHash, randomUUID } from 'node:crypto'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { splitRoute } from '@/contract/endpoint'
import { createTestPlant, PASSWORD, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
let port: number
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'app-'))
  mkdirSync(join(folder, 'client', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'client', 'index.html'), '<!doctype html><title>app</title>')
  writeFileSync(join(folder, 'client', 'assets', 'app-1a2b.js'), 'export {}')
  for (const name of ['app-1a2b.js.map', 'app-1a2b.js.map.br'])
    writeFileSync(join(folder, 'client', 'assets', name), '{"sources":["src/secret.ts"]}')
  writeFileSync(join(folder, 'secret.txt'), 'beside the app')
  plant = await createTestPlant({ clientDir: join(folder, 'client') })
  admin = await plant.as('admin')
  port = Number(new URL(await plant.http.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await plant.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Raw {
  status: number
  headers: IncomingHttpHeaders
  body: string
}
/** Sends raw bytes over a socket, because client and server parsers must agree. */
const sendRaw = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const r = httpRequest({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      const blocks: Buffer[] = []
      answer
        .on('data', (b: Buffer) => blocks.push(b))
        .on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(blocks).toString('utf8'),
          }),
        )
    })
    r.on('error', reject)
    r.end(body)
  })
const signedIn = () => ({ authorization: admin.token })
/** Uploads a file and returns its id, or null if its name is refused. */
async function storeFile(bytes: Buffer, mime: string, name: string): Promise<string | null> {
  const id = randomUUID()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const started = await admin.raw('POST', '/upload_start', { id, sha256, size: bytes.length, mime, name })
  if (started.errno !== '200') {
    expect(['4013', '6000']).toContain(started.errno)
    return null
  }
  const headers = { 'content-type': 'application/octet-stream' }
  const stored = await admin.raw('PATCH', `/upload_chunk?id=${id}&offset=0`, bytes, headers)
  expect(stored.data).toMatchObject({ done: true })
  return id
}
const roles = async () => (await plant.query<{ n: number }>('select count(*)::int as n from role'))[0]!.n

describe('the content type of a body', () => {
  // CVE-2025-32442, CVE-2026-25223 and CVE-2026-33806: bodies with oddly spelled types were parsed without validation.
  test.each([
    'application/json ',
    'application/json\t',
    'application/ json',
    'application/json;',
    'APPLICATION/JSON',
    'application/json\ta',
    'application/json ; charset=utf-8',
    ' application/json',
    'application/json,text/plain',
    'application/vnd.api+json',
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'application/json\u00a0',
    'application/octet-stream',
    '',
  ])('%j passes no unchecked body', async (type) => {
    const rolesBefore = await roles()
    for (const body of [
      '{"code":5,"name":{"a":1}}',
      '{"code":"TYPE","name":"t","builtIn":true}',
      '{"code":"TYPE","name":"t","neverAField":1}',
      'code=TYPE&name=t',
    ]) {
      const answer = await plant.http.inject({
        method: 'POST',
        url: '/api/role/create',
        headers: { ...signedIn(), 'content-type': type },
        payload: body,
      })
      expect(
        [answer.statusCode < 500, answer.json<{ errno: string }>().errno === '200'],
        `${type} ${body}: ${answer.body}`,
      ).toEqual([true, false])
    }
    expect(await roles()).toBe(rolesBefore)
  })
  test.each([
    ['{"__proto__":{"isSup":true},"code":"P","name":"p"}'],
    ['{"constructor":{"prototype":{"isSup":true}},"code":"P","name":"p"}'],
    ['{"code":"P","name":"p","authority":[{"__proto__":{"x":1}}]}'],
    ['{"code":"P","name":"p","toString":"x"}'],
    ['{"code":"P","name":"p","hasOwnProperty":1}'],
  ])('%s changes no prototype and stores nothing', async (body) => {
    const answer = await admin.raw('POST', '/role/create', body, { 'content-type': 'application/json' })
    expect([answer.status < 500, answer.errno === '200' || answer.errno === '4500']).toEqual([true, false])
    expect(({} as Record<string, unknown>)['isSup']).toBeUndefined()
    for (const path of [
      '/role/index?__proto__[isSup]=1',
      '/role/index?constructor.prototype.isSup=1',
      '/role/index?__proto__=1',
      '/role/index?toString=1',
    ]) {
      const listed = await admin.raw('GET', path)
      expect([listed.status < 500, listed.errno], path).not.toEqual([true, '4500'])
    }
  })
})

describe('forms', () => {
  const formPart = (head: string, value: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
  const form = (parts: string[], path = '/api/UPLOAD_FILE') =>
    sendRaw(
      'POST',
      path,
      { ...signedIn(), 'content-type': 'multipart/form-data; boundary=b' },
      `${parts.join('')}--b--\r\n`,
    )
  const files = async () =>
    (
      await plant.query<{ n: number }>(
        'select (select count(*) from stored_file)::int + (select count(*) from upload_log)::int as n',
      )
    )[0]!.n

  test.each([
    ['1,001 fields', () => Array.from({ length: 1001 }, (_, i) => formPart(`name="f${i}"`, 'x'))],
    ['1,001 files', () => Array.from({ length: 1001 }, (_, i) => formPart(`name="file"; filename="${i}.xlsx"`, 'x'))],
    ['a field of 5 MB', () => [formPart('name="type"', 'x'.repeat(5_000_000))]],
    [
      'a field called __proto__',
      () => [formPart('name="__proto__"', '{"isSup":true}'), formPart('name="type"', 'equipment')],
    ],
    ['a file called __proto__', () => [formPart('name="__proto__"; filename="a.xlsx"', 'x')]],
    ['a field of the prototype', () => [formPart('name="constructor"', 'x'), formPart('name="hasOwnProperty"', 'x')]],
    ['no end', () => ['--b\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nhalf']],
    ['a part without a name', () => [formPart('filename="x"', 'x')]],
    ['headers that break the line', () => [formPart('name="type\r\nX-Evil: 1"', 'equipment')]],
    ['a name of 10,000 characters', () => [formPart(`name="${'n'.repeat(10_000)}"`, 'x')]],
  ])('%s: refused, and nothing stored', async (_, parts) => {
    const before = await files()
    const answer = await form(parts())
    expect(answer.status, answer.body).toBeLessThan(500)
    expect(answer.body).not.toContain('"errno":"200"')
    expect(answer.body).not.toContain('"errno":"4500"')
    expect(await files()).toBe(before)
  })
  test.each([
    '',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(5000)}`,
    'multipart/mixed; boundary=b',
  ])('a form of type %j is refused', async (type) => {
    const answer = await sendRaw(
      'POST',
      '/api/UPLOAD_FILE',
      { ...signedIn(), 'content-type': type },
      `${formPart('name="type"', 'equipment')}--b--\r\n`,
    )
    expect(
      [answer.status < 500, answer.body.includes('"errno":"200"'), answer.body.includes('"errno":"4500"')],
      answer.body,
    ).toEqual([true, false, false])
  })
})

describe('addresses', () => {
  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/....//secret.txt',
    '/assets/%00',
    '//etc/passwd',
    '/assets/app-1a2b.js%00.html',
    '/.env',
    '/api/../secret.txt',
    '/socket/../secret.txt',
  ])('%s reveals nothing of the machine', async (path) => {
    const answer = await sendRaw('GET', path)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).not.toContain('beside the app')
    expect(answer.body).not.toContain('root:')
  })
  test.each([
    '/api/%',
    '/api/%E0%A4%A',
    '/api/role/index?size=%',
    '/api/role/index?keyword=%00',
    '/api/role/index?keyword=%ff',
    `/api/role/index?keyword=${'x'.repeat(9000)}`,
    '/api/role/index?sort=__proto__',
    '/api/role/index?sort=name;drop',
    '/api/role/index?size=1e9',
    '/api/role/index?page=-1',
    '/api/role/index?size=1&size=2',
    '/api/role/index?after=x',
    '/api/file?id=../../x',
    '/api/upload_chunk?id=../../../etc/x&offset=0',
  ])('%s is refused or empty, never an error', async (path) => {
    const answer = await sendRaw(path.includes('chunk') ? 'PATCH' : 'GET', path, signedIn())
    expect(answer.status, answer.body).toBeLessThan(500)
    expect(answer.body).not.toContain('"errno":"4500"')
  })
  test.each([
    '/assets/app-1a2b.js.map',
    '/assets/app-1a2b.js.map.br',
    '/assets/app-1a2b.js.MAP',
    '/assets/./app-1a2b.js.map',
    '//assets/app-1a2b.js.map',
  ])('%s: the source is not served', async (path) => {
    const answer = await sendRaw('GET', path, { 'accept-encoding': 'br' })
    expect(answer.status).toBe(404)
    expect(answer.body).not.toContain('secret.ts')
  })
  test.each(['/assets/app-1a2b.js.%6dap', '/assets/app-1a2b.js.map/'])('%s is a page of the app', async (path) => {
    expect((await sendRaw('GET', path)).body).toBe('<!doctype html><title>app</title>')
  })
  test.each([
    ['/', 'text/html', 'no-cache'],
    ['/index.html', 'text/html', 'no-cache'],
    ['/assets/app-1a2b.js', 'application/javascript', 'public, max-age=31536000, immutable'],
  ])('%s is served, to HEAD without its body', async (path, type, cacheControl) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, body } = await sendRaw(method, path)
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        expect.stringContaining(type),
        cacheControl,
      ])
      expect(body === '').toBe(method === 'HEAD')
    }
  })
  test('/socket has the same checks as /api, route by route', async () => {
    const viewer = await plant.as('viewer')
    const wrong: string[] = []
    for (const { endpoint } of plant.app.endpoints.values())
      for (const route of endpoint.routes) {
        if (endpoint.access === 'signedIn' || endpoint.access === 'public') continue
        const { method, path } = splitRoute(route)
        const both = await Promise.all(
          ['/api', '/socket'].map((root) =>
            plant.http.inject({
              method: method as 'GET',
              url: `${root}${path}`,
              headers: { authorization: viewer.token },
            }),
          ),
        )
        const [a, s] = both.map((r) => `${r.statusCode} ${r.body.slice(0, 14)}`)
        const stranger = await plant.http.inject({ method: method as 'GET', url: `/socket${path}` })
        if (a !== s || stranger.statusCode !== 401)
          wrong.push(`${route}: ${a} / ${s} / stranger ${stranger.statusCode}`)
      }
    expect(wrong).toEqual([])
  })
  test('OPTIONS is a call that needs its permission; a preflight learns nothing', async () => {
    for (const { endpoint } of plant.app.endpoints.values())
      for (const route of endpoint.routes.filter((r) => r.startsWith('OPTIONS'))) {
        expect((await sendRaw('OPTIONS', `/api${splitRoute(route).path}`)).status).toBe(401)
      }
    for (const path of ['/api/role/index', '/api/user/login', '/']) {
      const preflight = await sendRaw('OPTIONS', path, {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      })
      expect(Object.keys(preflight.headers).filter((h) => h.startsWith('access-control'))).toEqual([])
      expect(preflight.status).toBeGreaterThanOrEqual(400)
    }
    const foreign = await sendRaw('GET', '/api/ping', { origin: 'https://evil.example' })
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
  })
  test('undeclared methods are not found', async () => {
    for (const method of ['HEAD', 'TRACE', 'PUT', 'PATCH', 'PROPFIND'])
      expect((await sendRaw(method, '/api/ping')).status, method).toBeGreaterThanOrEqual(400)
  })
})

describe('headers', () => {
  test.each([
    '/',
    '/some/page',
    '/assets/app-1a2b.js',
    '/api/ping',
    '/api/user/index',
    '/api/nothing',
    '/api/docs',
    '/healthz',
  ])('%s has the security policy', async (path) => {
    const { headers } = await sendRaw('GET', path)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy.match(/script-src ([^;]*)/)?.[1]).toBe("'self' 'wasm-unsafe-eval'")
    expect(policy.match(/require-trusted-types-for ([^;]*)/)?.[1]).toBe("'script'")
    expect(policy.match(/trusted-types ([^;]*)(;|$)/)?.[1]).toBe('service-worker')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBeDefined()
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['server']).toBeUndefined()
  })
  test('pages are revalidated, hashed files are cached, API answers are not', async () => {
    expect((await sendRaw('GET', '/')).headers['cache-control']).toBe('no-cache')
    expect((await sendRaw('GET', '/assets/app-1a2b.js')).headers['cache-control']).toContain('immutable')
    expect((await sendRaw('GET', '/api/user/index', signedIn())).headers['cache-control']).toContain('no-store')
  })
  // "80" could also begin deflated data (RFC 1950).
  test('a table that begins like compressed data arrives as it was stored', async () => {
    const bytes = Buffer.from(`80;1.25;${randomUUID()}\n`.repeat(200))
    const id = await storeFile(bytes, 'text/plain', 'values.txt')
    for (const encoding of ['gzip', 'br', 'identity']) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/file?id=${id}`, {
        headers: { ...signedIn(), 'accept-encoding': encoding },
      })
      expect(await answer.text(), encoding).toBe(bytes.toString())
    }
  })
  test.each([
    'a"; filename="evil.html',
    'a\r\nX-Evil: 1',
    '../../../etc/passwd',
    '测试\u202egnp.exe',
    'a\0b.pdf',
    ';',
    '"'.repeat(150),
    '%0d%0aX-Evil:1',
    '\ud83d\ude00.pdf',
    'C:\\\\windows\\\\x.pdf',
  ])('a file called %j is returned as a harmless attachment', async (name) => {
    const bytes = Buffer.from(`%PDF-1.4\n%${randomUUID()}\n%%EOF\n`)
    const id = await storeFile(bytes, 'application/pdf', name)
    if (!id) return // a name that the field does not accept
    const { headers, status } = await sendRaw('GET', `/api/file?id=${id}`, signedIn())
    expect(status).toBe(200)
    const disposition = String(headers['content-disposition'])
    expect(disposition).toMatch(/^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w.!~*'()%-]*$/)
    expect(disposition).not.toMatch(/%2F|%5C|%00|%0D|%0A|%E2%80%AE/i)
    expect(disposition.match(/filename="([^"]*)"/)?.[1]).not.toContain('%')
    expect(headers['x-evil']).toBeUndefined()
  })
})

describe('callers with a forged address', () => {
  beforeAll(() => plant.clock.set(new Date())) // the clock stands still so that waits are counted, not waited for
  const login = (target: TestPlant, headers: Record<string, string>) =>
    target.http.inject({
      method: 'POST',
      url: '/api/user/login',
      headers,
      payload: { username: 'quality', password: 'wrong' },
    })
  test('do not escape the limit of wrong passwords by a header, with or without a proxy', async () => {
    const proxied = await createTestPlant({ settings: { TRUST_PROXY: '1' } })
    try {
      for (const target of [plant, proxied]) {
        target.clock.set(new Date())
        const errnos: string[] = []
        // The proxy appends the address it saw after the caller’s value.
        for (let i = 0; i < 12; i++)
          errnos.push(
            (
              await login(target, {
                'x-forwarded-for': `10.0.0.${i}, 203.0.113.7`,
                forwarded: `for=10.0.0.${i}`,
                'x-real-ip': `10.0.0.${i}`,
              })
            ).json<{ errno: string }>().errno,
          )
        expect(errnos.map((e) => e === '4201')).toEqual(errnos.map((_, i) => i >= 5))
      }
    } finally {
      await proxied.close()
    }
  })
  test('do not gain from a hundred concurrent guesses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        plant.http.inject({
          method: 'POST',
          url: '/api/user/login',
          remoteAddress: '10.7.7.7',
          payload: { username: 'maint', password: `guess-${i}` },
        }),
      ),
    )
    expect(answers.filter((a) => a.json<{ errno: string }>().errno !== '4201')).toHaveLength(5)
  })
  test.each([
    ['/user/verification', 'password'],
    ['/user/password', 'oldPassword'],
  ])('with a session cannot guess its password at %s', async (path, field) => {
    const userName = path.endsWith('password') ? 'quality-lead' : 'operator-slit'
    const who = await plant.as(userName)
    const guess = (i: number) =>
      who.raw('POST', path, {
        [field]: `guess-${i}`,
        ...(field === 'oldPassword' ? { newPassword: 'Taken-over-1' } : {}),
      })
    const errnos = (await Promise.all(Array.from({ length: 30 }, (_, i) => guess(i)))).map((a) => a.errno)
    expect(errnos.filter((e) => e === '6000')).toHaveLength(5)
    expect(errnos.filter((e) => e === '4201')).toHaveLength(25)
    expect((await plant.as(userName)).token).not.toBe(who.token) // signing in is still possible
  })
  test('get no new request allowance from an invented token', async () => {
    const tight = await createTestPlant({ settings: { RATE_LIMIT: '20' } })
    try {
      const from = (authorization: string) =>
        tight.http.inject({
          method: 'GET',
          url: '/api/user/get_name',
          remoteAddress: '10.8.8.8',
          headers: { authorization },
        })
      const statuses: number[] = []
      for (let i = 0; i < 40; i++) statuses.push((await from(`invented-${i}`)).statusCode)
      expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401))
      expect(statuses.at(-1)).toBe(429)
      const refused = await from('one-more')
      expect(refused.json<{ errno: string }>().errno).toBe('4201')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await (await tight.as('maint')).raw('GET', '/user/get_name')).errno).toBe('200') // from another address
    } finally {
      await tight.close()
    }
  })
})

describe('health and metrics', () => {
  test('the health check sends no database query', async () => {
    let queryCount = 0
    const { pool } = plant.app.db
    const query = pool.query.bind(pool)
    pool.query = ((...args: Parameters<typeof pool.query>) => {
      queryCount++
      return query(...args)
    }) as typeof pool.query
    try {
      for (let i = 0; i < 50; i++)
        for (const path of ['/healthz', '/readyz'])
          expect((await plant.http.inject({ url: path })).json<{ ok: boolean }>().ok).toBe(true)
    } finally {
      pool.query = query as typeof pool.query
    }
    expect(queryCount).toBe(0)
  })
  test('metrics need their token; without a configured one they are closed, even to local callers', async () => {
    const figures = (from: TestPlant, remoteAddress: string, headers: Record<string, string> = {}) =>
      from.http.inject({ url: '/metrics', remoteAddress, headers })
    for (const address of ['127.0.0.1', '::1', '192.168.1.5'])
      expect((await figures(plant, address)).statusCode, address).toBe(404)
    expect((await figures(plant, '127.0.0.1', { authorization: 'Bearer ' })).statusCode).toBe(404)
    const guarded = await createTestPlant({ settings: { METRICS_TOKEN: 'figures-please' } })
    try {
      expect((await figures(guarded, '127.0.0.1')).statusCode).toBe(404)
      expect((await figures(guarded, '127.0.0.1', { authorization: 'Bearer figures-pleasf' })).statusCode).toBe(404)
      expect((await figures(guarded, '8.8.8.8', { authorization: 'Bearer figures-please' })).statusCode).toBe(200)
    } finally {
      await guarded.close()
    }
  })
})

describe('slowly dripping bodies', () => {
  test('occupy no places of others, and a stranger is refused before the body is read', async () => {
    const small = await createTestPlant({ settings: { MAX_IN_FLIGHT: '4' } })
    const sockets: ReturnType<typeof connect>[] = []
    try {
      const serverPort = Number(new URL(await small.http.listen({ port: 0, host: '127.0.0.1' })).port)
      const { token } = await small.as('admin')
      const slow = (head: string) => {
        const s = connect(serverPort, '127.0.0.1', () =>
          s.write(`${head}\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`),
        )
        sockets.push(s)
        return s
      }
      for (let i = 0; i < 20; i++) {
        slow('POST /api/user/login HTTP/1.1')
        slow(`POST /api/role/create HTTP/1.1\r\nAuthorization: ${token}`)
      }
      const stranger = slow('POST /api/role/create HTTP/1.1')
      const response = await new Promise<string>((resolve) =>
        stranger.once('data', (b: Buffer) => resolve(b.toString('latin1'))),
      )
      expect(response).toMatch(/^HTTP\/1\.1 401 /)
      for (let i = 0; i < 5; i++)
        expect((await small.stranger.raw('POST', '/user/login', { username: 'admin', password: PASSWORD })).errno).toBe(
          '200',
        )
    } finally {
      for (const s of sockets) s.destroy()
      await small.close()
    }
  })
})

describe('a request that no route can answer', () => {
  const sendBytes = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      let answer = ''
      socket
        .on('data', (block: Buffer) => (answer += block.toString('utf8')))
        .on('close', () => resolve(answer))
        .on('error', reject)
    })
  test.each([
    [
      '431',
      `GET /api/ping HTTP/1.1\r\nHost: x\r\nAccept-Language: en\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      'too long',
    ],
    ['431', `GET /api/ping?x=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, '过长'],
    ['400', 'GET /api/ping HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n', '请求格式不正确'],
    ['400', 'NONSENSE\r\n\r\n', '请求格式不正确'],
  ])('is answered with %s and an errno', async (status, bytes, text) => {
    const [head = '', body = ''] = (await sendBytes(bytes)).split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status} `)
    expect(JSON.parse(body)).toEqual({ errno: '4013', errmsg: expect.stringContaining(text), data: null })
  })
  test.each([
    ['a malformed address', '/api/%E0%A4%A'],
    ['an endless identifier', `/api/${'x'.repeat(3000)}`],
  ])('%s gets an errno', async (_what, path) => {
    expect(JSON.parse((await sendRaw('GET', path)).body)).toMatchObject({ errno: '4006' })
  })
  test('a body over the limit and one of another type get an errno', async () => {
    const headers = { ...signedIn(), 'content-type': 'application/json' }
    const large = await sendRaw('POST', '/api/plant/customer', headers, JSON.stringify({ a: 'x'.repeat(9_000_000) }))
    expect([large.status, JSON.parse(large.body)]).toMatchObject([413, { errno: '4013' }])
    const typed = await sendRaw('POST', '/api/plant/customer', { ...signedIn(), 'content-type': 'text/xml' }, '<a/>')
    expect([typed.status, JSON.parse(typed.body)]).toMatchObject([415, { errno: '4013' }])
  })
})
