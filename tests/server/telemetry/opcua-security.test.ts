import { X509Certificate } from 'node:crypto'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inletCertificate } from '@/areas/telemetry/contract/telemetry-endpoints'
import { inlet, inletSecurities } from '@/areas/telemetry/contract/inlet'
import { tag } from '@/areas/telemetry/contract/tag'
import { loadClientKeyPair } from '@/areas/telemetry/server/opcua/client-certificate'
import { isAcceptableChunk } from '@/areas/telemetry/server/opcua/opcua-client'
import type { UpdateInput, Row } from '@/contract/resource'
import { openSeals } from '@/server/seals'
import type { TestPlant } from '../harness'
import { expectOk, NOW, createStaffedPlant, type Staff } from '../plant-staff'
import { waitUntil } from './mosquitto'
import { startListening, createKeyFolder, createOpcuaServer } from './opcua-server'

const AT = Date.parse(NOW) - 600_000
const [first, second] = [createKeyFolder(), createKeyFolder()]
let plant: TestPlant
let staff: Staff
let machine: Awaited<ReturnType<typeof createOpcuaServer>>
let id: string
let minute = 0

const startMachine = async (keys: string, port = 0) => {
  machine = await createOpcuaServer({
    keys,
    port,
    secure: true,
    userManager: { isValidUser: (name: string, password: string) => name === 'mes' && password === 'Wort-7!' },
  })
  machine.shows(0, AT)
  await machine.start()
}
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  await startMachine(first.keys)
  expectOk(
    await staff['maint-lead'].call(tag.endpoints.create, {
      code: 'SB1.MPS',
      name: 'MPS',
      kind: 'gauge',
      unit: 'm/min',
      everyS: 60,
    }),
  )
  const [account] = await plant.query<{ id: string }>(
    `insert into app_user (site_id, id, user_name, account_name, role_id, user_type)
     select 1, gen_random_uuid(), 'machine', 'Machine', id, 'service' from role where code = 'GATEWAY' returning id`,
  )
  const made = await staff.admin.call(inlet.endpoints.create, {
    name: 'SB1',
    kind: 'opcua',
    url: machine.url(),
    nodes: [{ nodeId: 'ns=1;s=speed', tag: 'SB1.MPS' }],
    samplingMs: 100,
    accountId: account!.id,
    security: 'Basic256Sha256_SignAndEncrypt',
    enabled: true,
  })
  id = expectOk(made).id
})
afterAll(async () => {
  await machine.server.shutdown()
  await plant.close()
  first.gone()
  second.gone()
})

const source = async (): Promise<Row<typeof inlet>> =>
  expectOk(await staff.admin.call(inlet.endpoints.list, { id }, { language: 'en' })).list[0]!
const change = async (to: Omit<UpdateInput<typeof inlet>, 'id' | 'version'>) =>
  staff.admin.call(inlet.endpoints.update, { id, version: (await source()).version, ...to }, { language: 'en' })
const loadValues = async (): Promise<number[]> =>
  (await plant.query<{ value: number }>('select value from reading order by at')).map(({ value }) => value)
/** Connects and receives a value that the machine then sets. */
async function valueComes(): Promise<void> {
  const listener = await startListening(plant)
  try {
    await waitUntil('connected', () => listener.status.state === 'connected')
    minute++
    machine.shows(minute, AT + minute * 1000)
    await waitUntil('stored', async () => (await loadValues()).at(-1) === minute)
  } finally {
    await listener.close()
  }
}
/** Returns the reason why it does not connect. */
async function refusedWith(why: RegExp): Promise<void> {
  const listener = await startListening(plant)
  try {
    await waitUntil('refused', () => why.test(listener.status.lastError ?? ''))
    expect(listener.status.state).not.toBe('connected')
  } finally {
    await listener.close()
  }
}

describe('OPC UA with security', () => {
  test('needs mutual trust: the server’s certificate and ours', async () => {
    await refusedWith(/^the certificate of the server is not trusted yet: SHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
    const { shownCertificate } = await source()
    expect(shownCertificate).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
    // The version is unchanged, so the displayed certificate can be trusted at once.
    expectOk(await change({ serverCertificate: `sha-256 ${shownCertificate!.toLowerCase().replaceAll(':', ' ')}` }))
    expect((await source()).serverCertificate).toBe(shownCertificate)
    await refusedWith(/rejected|disconnected|BadSecurityChecksFailed|BadCertificateUntrusted/)
    const { bytes } = await staff.admin.call(inletCertificate, {})
    await machine.certificates.trustCertificate(bytes)
    await valueComes()
  })

  test.each(inletSecurities.filter((one) => one !== 'none'))('%s', async (security) => {
    expectOk(await change({ security }))
    await valueComes()
  })

  test('sends a password encrypted or not at all', async () => {
    const open = 'A user name needs security with sign & encrypt: otherwise the password could be read on its way'
    for (const security of ['none', 'Aes256_Sha256_RsaPss_Sign'] as const)
      expect(await change({ security, userName: 'mes', password: 'Wort-7!' })).toMatchObject({
        errno: '6000',
        errmsg: open,
      })
    expectOk(await change({ security: 'Aes256_Sha256_RsaPss_SignAndEncrypt', userName: 'mes', password: 'Wort-7!' }))
    await valueComes()
    expect((await change({ security: 'none' })).errmsg).toBe(open)
    expectOk(await change({ password: 'wrong' }))
    await refusedWith(/BadIdentityTokenRejected|BadUserAccessDenied/)
    expectOk(await change({ userName: null }))
  })

  test('refuses settings that the server does not offer', async () => {
    const port = Number(new URL(machine.url().replace('opc.tcp', 'http')).port)
    await machine.server.shutdown()
    machine = await createOpcuaServer({ keys: first.keys, port })
    await machine.start()
    await refusedWith(/^the server does not offer Aes256_Sha256_RsaPss SignAndEncrypt, but None None/)
    await machine.server.shutdown()
    await startMachine(first.keys, port)
    await valueComes()
  })

  test('resists a man in the middle', async () => {
    expectOk(await change({ security: 'Basic256Sha256_Sign' }))
    const line = await tampering(machine.url())
    expectOk(await change({ url: line.url }))
    const listener = await startListening(plant)
    await waitUntil('connected', () => listener.status.state === 'connected')
    line.forge(51.25, 666)
    minute++
    machine.shows(51.25, AT + minute * 1000)
    await waitUntil('found out', () => listener.status.state !== 'connected')
    expect(line.forged()).toBe(1)
    await waitUntil('connected again', () => listener.status.state === 'connected')
    await waitUntil('stored', async () => (await loadValues()).at(-1) === 51.25)
    await listener.close()
    expect(await loadValues()).not.toContain(666)
    line.close()
    expectOk(await change({ url: machine.url() }))
  })

  test('refuses another certificate than the trusted one; certificates may be pasted', async () => {
    const port = Number(new URL(machine.url().replace('opc.tcp', 'http')).port)
    const trusted = (await source()).serverCertificate
    await machine.server.shutdown()
    await startMachine(second.keys, port)
    await refusedWith(/^the server shows another certificate than the trusted one: SHA-256 /)
    const { shownCertificate, serverCertificate } = await source()
    expect(serverCertificate).toBe(trusted)
    expect(shownCertificate).not.toBe(trusted)
    expect(await change({ serverCertificate: 'AB:CD' })).toMatchObject({ errno: '4013' })
    const pem = new X509Certificate(machine.server.getCertificate()).toString()
    expectOk(await change({ serverCertificate: pem }))
    expect((await source()).serverCertificate).toBe(shownCertificate)
    await machine.certificates.trustCertificate((await staff.admin.call(inletCertificate, {})).bytes)
    await valueComes()
  })
})

test('accepts a channel from the trusted server and policy only', () => {
  const text = (of: string | Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32LE(of.length)
    return Buffer.concat([length, Buffer.from(of)])
  }
  const head = (kind: string) => Buffer.concat([Buffer.from(kind), Buffer.alloc(8)])
  const server = { securityPolicy: 'policy', serverCertificate: Buffer.from('certificate') }
  const opening = (policy: string, sender: string) => Buffer.concat([head('OPNF'), text(policy), text(sender)])
  expect(isAcceptableChunk(opening('policy', 'certificate'), server)).toBe(true)
  expect(isAcceptableChunk(opening('policy', 'certificate and its issuer'), server)).toBe(true)
  expect(isAcceptableChunk(opening('none', 'certificate'), server)).toBe(false)
  expect(isAcceptableChunk(opening('policy', 'another'), server)).toBe(false)
  expect(isAcceptableChunk(opening('policy', 'certificate').subarray(0, 20), server)).toBe(false)
  expect(['MSGF', 'MSGC', 'MSGA', 'ERRF'].every((kind) => isAcceptableChunk(head(kind), server))).toBe(true)
  expect(['ACKF', 'ACKC', 'HELC', 'ERRC', 'OPNC', 'CLOF'].some((kind) => isAcceptableChunk(head(kind), server))).toBe(
    false,
  )
})

describe('the own certificate', () => {
  test('is the same for all instances and restarts, and its key stays here', async () => {
    const loadCertificate = async () => (await staff.admin.call(inletCertificate, {})).bytes
    const der = await loadCertificate()
    const started = { ...plant.app, seals: openSeals(plant.dataDir) }
    const keys = await Promise.all([loadClientKeyPair(started), loadClientKeyPair(started)])
    expect(keys.map((one) => one.getCertificate().equals(der))).toEqual([true, true])
    const certificate = new X509Certificate(der)
    expect(certificate.checkPrivateKey(keys[0]!.getPrivateKey().hidden as never)).toBe(true)
    expect(certificate.subjectAltName).toContain('URI:urn:nonwoven-mes')
    // The certificate as stored in backups.
    const rows = await plant.query<{ value: string }>(`select value from setting where name = 'opcuaCertificate'`)
    expect(rows).toEqual([{ value: expect.stringMatching(/^v1\.[0-9a-f]{12}\.[\w-]+$/) }])
    for (const who of ['viewer', 'quality'] as const)
      expect((await staff[who].call(inletCertificate, {})).errno).toBe('401')
  })

  test('is replaced when its seal cannot be opened', async () => {
    const der = (await staff.admin.call(inletCertificate, {})).bytes
    const other = { ...plant.app, seals: openSeals(plant.dataDir, Buffer.alloc(32, 7).toString('base64')) }
    const [a, b] = await Promise.all([loadClientKeyPair(other), loadClientKeyPair(other)])
    expect(a.getCertificate().equals(b.getCertificate())).toBe(true)
    expect(a.getCertificate().equals(der)).toBe(false)
  })
})

/** Forwards everything between client and server, and on request changes a number sent by the server. */
async function tampering(to: string) {
  const port = Number(new URL(to.replace('opc.tcp', 'http')).port)
  const sockets: Socket[] = []
  let [forgery, forged] = [null as { from: Buffer; to: Buffer } | null, 0]
  const change = (chunk: Buffer): Buffer[] => {
    const position = forgery ? chunk.indexOf(forgery.from) : -1
    if (!forgery || position < 0 || forged) return [chunk]
    forged++
    forgery.to.copy(chunk, position)
    // An empty chunk of no open channel; the following chunk would be read without its signature.
    const stray = Buffer.from('ACKC\0\0\0\0\0\0\0\0', 'latin1')
    stray.writeUInt32LE(stray.length, 4)
    chunk.copy(stray, 8, 8, 12)
    return [stray, chunk]
  }
  const proxy = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    let waiting = Buffer.alloc(0)
    far.on('data', (data) => {
      waiting = Buffer.concat([waiting, data])
      const out: Buffer[] = []
      while (waiting.length >= 8 && waiting.length >= waiting.readUInt32LE(4)) {
        const length = waiting.readUInt32LE(4)
        out.push(...change(Buffer.from(waiting.subarray(0, length))))
        waiting = waiting.subarray(length)
      }
      near.write(Buffer.concat(out))
    })
    near.on('data', (data) => far.write(data))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.push(one)
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((go) => proxy.listen(0, '127.0.0.1', go))
  const double = (value: number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleLE(value)
    return bytes
  }
  return {
    url: `opc.tcp://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    forge: (from: number, into: number) => (forgery = { from: double(from), to: double(into) }),
    forged: () => forged,
    close: () => {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
