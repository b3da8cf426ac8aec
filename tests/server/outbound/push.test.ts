import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getPushKey, unsubscribePush, logout, sessions, subscribePush } from '@/areas/access/contract/session'
import { loadCertificate } from '@/server/load-certificate'
import { sendDueMessages } from '@/server/outbound/outbound-messages'
import { notifyPhones } from '@/server/outbound/push'
import { runAsSystem } from '@/server/start-application'
import { createTestPlant, type Caller, type TestPlant } from '../harness'
import { expectOk } from '../plant-staff'

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
  plant = await createTestPlant({ outboundHosts: ['localhost'] })
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
  // The stub has a self-signed certificate.
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

/** Creates a subscription like a browser: a key pair and a secret. */
function newPhone(name: string) {
  const pair = createECDH('prime256v1')
  const open = pair.generateKeys()
  const auth = randomBytes(16)
  const address = { endpoint: `${url}/${name}`, p256dh: open.toString('base64url'), auth: auth.toString('base64url') }
  return { pair, open, auth, address }
}
/** Decrypts a message like a browser, by RFC 8291 and RFC 8188 (aes128gcm). */
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
const subscribePhone = async (caller: Caller, name: string) => {
  const phone = newPhone(name)
  expectOk(await caller.call(subscribePush, phone.address))
  return phone
}

describe('push to a phone with a closed app', () => {
  test('sends a notice once, encrypted for it and signed with the key of its subscription', async () => {
    const caller = await plant.as('maint-lead')
    const { key } = expectOk(await caller.call(getPushKey, {}))
    expect(expectOk(await caller.call(getPushKey, {})).key).toBe(key)
    const phone = await subscribePhone(caller, 'one')
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

  test('stops after switching off, signing out or a 410 of the service; others are unaffected', async () => {
    const [firstUser, secondUser, otherUser] = [
      await plant.as('maint'),
      await plant.as('maint'),
      await plant.as('operator-line'),
    ]
    await subscribePhone(firstUser, 'first')
    await subscribePhone(secondUser, 'second')
    await subscribePhone(otherUser, 'other')
    expect(expectOk(await firstUser.call(sessions, {})).filter(({ called }) => called)).toHaveLength(2)
    const me = await idOf('maint')
    await call([me], 'a')
    expect(got.map(({ path }) => path).sort()).toEqual(['/first', '/second'])
    expectOk(await firstUser.call(unsubscribePush, {}))
    got.length = 0
    await call([me], 'b')
    expect(got.map(({ path }) => path)).toEqual(['/second'])
    answer = 410
    got.length = 0
    await call([me], 'c')
    await call([me], 'd')
    expect(got.map(({ path }) => path)).toEqual(['/second'])
    answer = 201
    await subscribePhone(secondUser, 'again')
    expectOk(await secondUser.call(logout, {}))
    got.length = 0
    await call([me], 'e')
    expect(got).toEqual([])
  })

  test('belongs to the person signed in on the phone', async () => {
    const [before, after] = [await plant.as('quality'), await plant.as('quality-lead')]
    const phone = await subscribePhone(before, 'shared')
    expectOk(await after.call(subscribePush, phone.address))
    await call([await idOf('quality')], 'f')
    expect(got).toEqual([])
    await call([await idOf('quality-lead')], 'f')
    expect(got.map(({ path }) => path)).toEqual(['/shared'])
  })

  test('is retried when the service hangs or fails; invalid addresses are refused', async () => {
    const caller = await plant.as('manager')
    const phone = await subscribePhone(caller, 'later')
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
      const refused = await caller.call(subscribePush, { ...phone.address, ...wrong })
      expect([at, refused.errno, JSON.stringify(refused)]).toEqual([at, '4013', expect.stringContaining(at)])
    }
  })
})
