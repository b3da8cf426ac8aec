import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { beginPush, endPush, logout, sessions, startPush } from '@/areas/access/contract/session'
import { loadCertificate } from '@/server/load-certificate'
import { sendDueMessages } from '@/server/outbound/outbound-messages'
import { notifyPhones } from '@/server/outbound/push'
import { runAsSystem } from '@/server/start-application'
import { testPlant, type Caller, type TestPlant } from '../harness'
import { good } from '../people'

interface Pushed {
  path: string
  headers: Record<string, string>
  body: Buffer
}
let plant: TestPlant
let url: string
let answer = 201
const got: Pushed[] = []
let service: ReturnType<typeof createServer>
beforeAll(async () => {
  plant = await testPlant({ outboundHosts: ['localhost'] })
  service = createServer(
    await loadCertificate(plant.dataDir, { certificate: '', certificateKey: '' }),
    (request, said) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        got.push({ path: request.url!, headers: request.headers as never, body: Buffer.concat(parts) })
        said.writeHead(answer).end()
      })
    },
  )
  await new Promise<void>((done) => service.listen(0, done))
  url = `https://localhost:${(service.address() as AddressInfo).port}`
  // The stub signs its certificate itself.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
})
afterAll(async () => {
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  await new Promise((done) => service.close(done))
  await plant.close()
})
afterEach(() => {
  got.length = 0
  answer = 201
})

/** A phone as a browser makes it: a pair of keys of its own, and a secret. */
function newPhone(name: string) {
  const pair = createECDH('prime256v1')
  const open = pair.generateKeys()
  const auth = randomBytes(16)
  const address = { endpoint: `${url}/${name}`, p256dh: open.toString('base64url'), auth: auth.toString('base64url') }
  return { pair, open, auth, address }
}
/** Reads a message as RFC 8291 and 8188 (aes128gcm) say a browser does. */
function read({ pair, open, auth }: { pair: ECDH; open: Buffer; auth: Buffer }, body: Buffer): string {
  const [salt, length] = [body.subarray(0, 16), body[20]!]
  const sender = body.subarray(21, 21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), open, sender])
  const ikm = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12))
  const sealed = body.subarray(21 + length)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
const call = async (people: string[], key: string, urgent = false) => {
  const title = (language: string) => (language === 'en' ? 'SB1: waste 9 % over 5 %' : 'SB1:废料 9 % 超过 5 %')
  await runAsSystem(plant.app, 'test', (ctx) =>
    notifyPhones(ctx, { people, title, path: '/overview/notices?id=1', key, urgent }),
  )
  await sendDueMessages(plant.app)
}
const idOf = async (userName: string) =>
  (await plant.query<{ id: string }>(`select id from app_user where user_name = $1`, [userName]))[0]!.id
const on = async (caller: Caller, name: string) => {
  const phone = newPhone(name)
  good(await caller.call(startPush, phone.address))
  return phone
}

describe('a phone whose app is closed', () => {
  test('is told once what rang, readable by it alone and signed with the key that it subscribed to', async () => {
    const caller = await plant.as('maint-lead')
    const { key } = good(await caller.call(beginPush, {}))
    expect(good(await caller.call(beginPush, {})).key).toBe(key)
    const phone = await on(caller, 'one')
    const me = await idOf('maint-lead')
    await call([me], 'notice:1:1', true)
    await call([me], 'notice:1:1', true)
    expect(got.map(({ path }) => path)).toEqual(['/one'])
    const { headers, body } = got[0]!
    expect(JSON.parse(read(phone, body))).toEqual({
      title: 'SB1:废料 9 % 超过 5 %',
      path: '/overview/notices?id=1',
      tag: 'notice:1:1',
    })
    expect(body.toString('utf8')).not.toContain('SB1')
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '14400' })
    expect(headers['topic']).toMatch(/^[\w-]{32}$/)
    // RFC 8292: `vapid t=<JWT>, k=<key>`, ES256 over the first two parts of the token.
    const [, token, sender] = /^vapid t=([^,]+), ?k=(.+)$/i.exec(headers['authorization']!)!
    expect(sender).toBe(key)
    const [head, claims, signature] = token!.split('.')
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const open = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
    const signed = { key: open, dsaEncoding: 'ieee-p1363' } as const
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature!, 'base64url'))).toBe(true)
    expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({ aud: url })
  })

  test('is called no more after it is switched off, signed out, or unknown to its service; another’s never', async () => {
    const [one, two, other] = [await plant.as('maint'), await plant.as('maint'), await plant.as('operator-line')]
    await on(one, 'first')
    await on(two, 'second')
    await on(other, 'other')
    expect(good(await one.call(sessions, {})).filter(({ called }) => called)).toHaveLength(2)
    const me = await idOf('maint')
    await call([me], 'a')
    expect(got.map(({ path }) => path).sort()).toEqual(['/first', '/second'])
    good(await one.call(endPush, {}))
    got.length = 0
    await call([me], 'b')
    expect(got.map(({ path }) => path)).toEqual(['/second'])
    answer = 410
    got.length = 0
    await call([me], 'c')
    await call([me], 'd')
    expect(got.map(({ path }) => path)).toEqual(['/second'])
    answer = 201
    await on(two, 'again')
    good(await two.call(logout, {}))
    got.length = 0
    await call([me], 'e')
    expect(got).toEqual([])
  })

  test('belongs to who is signed in on it', async () => {
    const [before, after] = [await plant.as('quality'), await plant.as('quality-lead')]
    const phone = await on(before, 'shared')
    good(await after.call(startPush, phone.address))
    await call([await idOf('quality')], 'f')
    expect(got).toEqual([])
    await call([await idOf('quality-lead')], 'f')
    expect(got.map(({ path }) => path)).toEqual(['/shared'])
  })

  test('a service that hangs or fails is tried again, and what cannot be an address is refused', async () => {
    const caller = await plant.as('manager')
    const phone = await on(caller, 'later')
    answer = 503
    await call([await idOf('manager')], 'g')
    const [waits] = await plant.query<{ state: string }>(`select state from outbound_message where key like '%:g'`)
    expect(waits).toEqual({ state: 'waiting' })
    for (const [wrong, at] of [
      [{ endpoint: 'http://localhost:1/x' }, 'endpoint'],
      [{ endpoint: 'https://10.0.0.7/x' }, 'endpoint'],
      [{ endpoint: 'nowhere' }, 'endpoint'],
      [{ p256dh: Buffer.alloc(65, 4).toString('base64url') }, 'p256dh'],
      [{ auth: 'short' }, 'auth'],
    ] as const) {
      const refused = await caller.call(startPush, { ...phone.address, ...wrong })
      expect([at, refused.errno, JSON.stringify(refused)]).toEqual([at, '4013', expect.stringContaining(at)])
    }
  })
})
