import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { splitRoute, type Endpoint } from '@/contract/endpoint'
import { createUuid7 } from '@/contract/id'
import type { Resource } from '@/contract/resource'
import type { SyncResponse } from '@/contract/sync'
import { areaContracts } from '@/areas/contracts'
import { equipment } from '@/areas/equipment/contract/equipment'
import { reportRepair, withdrawRepair } from '@/areas/maintenance/contract/repair-commands'
import { createTestPlant, type Answer, type Caller, type TestPlant } from '../harness'
import { drawPicture } from '../files/test-pictures'
import { buildSampleInput } from '../../contract/sample'

// A permission alone is not enough: the object’s owner matters. Each test also makes the owner’s call, to prove that the call works.
let plant: TestPlant
let admin: Caller
let owner: Caller
let other: Caller
let machine: string
beforeAll(async () => {
  plant = await createTestPlant()
  ;[admin, owner, other] = await Promise.all([plant.as('admin'), plant.as('operator-line'), plant.as('operator-slit')])
  machine = id(await admin.call(equipment.endpoints.create, { code: 'OWN-1', name: 'machine' } as never))
})
afterAll(() => plant.close())

const id = (answer: Answer): string => {
  if (answer.errno !== '200') throw new Error(`${answer.errno} ${answer.errmsg}`)
  return (answer.data as { id: string }).id
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const rows = async (table: string, where = 'true', values: unknown[] = []) =>
  (await plant.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`, values))[0]!.n
const start = (who: Caller, file: string, bytes: Buffer, more: object = {}) =>
  who.raw('POST', '/upload_start', {
    id: file,
    sha256: sha256(bytes),
    size: bytes.length,
    mime: 'image/jpeg',
    name: 'photo.jpg',
    ...more,
  })
const piece = (who: Caller, file: string, offset: number, bytes: Buffer) =>
  who.raw('PATCH', `/upload_chunk?id=${file}&offset=${offset}`, bytes, { 'content-type': 'application/octet-stream' })
const photo = () => drawPicture(64 + Math.floor(Math.random() * 500), 64).jpeg(80)
async function uploadPhoto(who: Caller): Promise<string> {
  const [file, bytes] = [createUuid7(), Buffer.from(await photo())]
  await start(who, file, bytes)
  const done = await piece(who, file, 0, bytes)
  expect(done.data).toMatchObject({ done: true })
  return file
}

describe('sessions', () => {
  test('are listed and ended by their owner only', async () => {
    const second = await plant.as('operator-line')
    const [mine] = (await owner.raw('GET', '/user/sessions')).data as unknown as { id: string; current: boolean }[]
    const all = (await owner.raw('GET', '/user/sessions')).data as unknown as { id: string; current: boolean }[]
    const theirs = (await other.raw('GET', '/user/sessions')).data as unknown as { id: string }[]
    expect(all.map((s) => s.id)).not.toEqual(expect.arrayContaining(theirs.map((s) => s.id)))
    expect((await other.raw('DELETE', `/user/sessions?id=${mine!.id}`)).errno).toBe('4006')
    expect((await admin.raw('DELETE', `/user/sessions?id=${mine!.id}`)).errno).toBe('4006')
    expect((await second.raw('GET', '/user/get_name')).errno).toBe('200')
    const spare = all.find((s) => !s.current)!
    expect((await owner.raw('DELETE', `/user/sessions?id=${spare.id}`)).errno).toBe('200')
    expect((await second.raw('GET', '/user/get_name')).status).toBe(401)
  })
  test('never reveal a token or its hash', async () => {
    const hashes = await plant.query<{ token_hash: string }>('select token_hash from session')
    for (const path of [
      '/user/sessions',
      '/user/login_log?size=500',
      '/user/operation_log?size=500',
      '/user/index?size=500',
    ]) {
      const text = (await admin.raw('GET', path)).bytes.toString('utf8')
      for (const secret of [owner.token, other.token, ...hashes.map((h) => h.token_hash)])
        expect(text, path).not.toContain(secret)
    }
  })
})

describe('uploads', () => {
  test('of another person do not exist for any call', async () => {
    const [file, bytes] = [createUuid7(), Buffer.from(await photo())]
    expect((await start(owner, file, bytes)).data).toMatchObject({ received: 0 })
    for (const stranger of [other, admin]) {
      expect((await piece(stranger, file, 0, bytes)).errno).not.toBe('200')
      expect((await start(stranger, file, bytes)).errno).not.toBe('200')
      expect((await start(stranger, file, Buffer.from('another'))).errno).not.toBe('200')
    }
    const unknown = await piece(other, createUuid7(), 0, bytes)
    const theirs = await piece(other, file, 0, bytes)
    expect([theirs.errno, theirs.errmsg]).toEqual([unknown.errno, unknown.errmsg])
    expect((await start(owner, file, bytes)).data).toMatchObject({ received: 0, done: false })
    expect((await piece(owner, file, 0, bytes)).data).toMatchObject({ done: true })
  })
  test('continue after an interruption, and a repeated chunk is harmless', async () => {
    const [file, bytes] = [createUuid7(), Buffer.from(await drawPicture(900, 700).jpeg(95))]
    const half = Math.floor(bytes.length / 2)
    await start(owner, file, bytes)
    expect((await piece(owner, file, 0, bytes.subarray(0, half))).data).toMatchObject({ received: half, done: false })
    expect((await piece(owner, file, 0, bytes.subarray(0, half))).data).toMatchObject({ received: half })
    expect((await piece(owner, file, half + 5, bytes.subarray(half + 5))).data).toMatchObject({ received: half })
    expect((await owner.raw('GET', `/file?id=${file}`)).errno).toBe('4006')
    expect((await start(owner, file, bytes)).data).toMatchObject({ received: half })
    expect((await piece(owner, file, half, bytes.subarray(half))).data).toMatchObject({ done: true })
    expect((await owner.raw('GET', `/file?id=${file}`)).headers['content-type']).toBe('image/jpeg')
  })
})

describe('files', () => {
  test('are readable by their sender and by people who may see a row with the file', async () => {
    const file = await uploadPhoto(owner)
    for (const stranger of [other, await plant.as('viewer'), await plant.as('quality')]) {
      const asked = await stranger.raw('GET', `/file?id=${file}`)
      const unknown = await stranger.raw('GET', `/file?id=${createUuid7()}`)
      expect([asked.status, asked.errno, asked.errmsg]).toEqual([unknown.status, unknown.errno, unknown.errmsg])
      expect((await stranger.raw('GET', `/file?id=${file}&thumb=1`)).errno).toBe('4006')
      expect((await stranger.raw('GET', `/file_states?ids=${file}`)).data).toEqual([])
    }
    expect((await owner.raw('GET', `/file?id=${file}`)).headers['content-type']).toBe('image/jpeg')
    id(
      await owner.call(reportRepair, {
        equipmentId: machine,
        faultKind: 'mechanical',
        severity: 'high',
        images: [file],
      } as never),
    )
    expect((await other.raw('GET', `/file?id=${file}`)).headers['content-type']).toBe('image/jpeg')
    expect((await (await plant.as('accountant')).raw('GET', `/file?id=${file}`)).errno).toBe('4006')
  })

  const listFileFields = (r: Resource) =>
    Object.entries(r.fields)
      .filter(([, f]) => (f.kind === 'image' || f.kind === 'file') && !f.readonly)
      .map(([name]) => name)
  const creatable = areaContracts
    .flatMap((a) => a.resources as readonly Resource[])
    .filter((r) => 'create' in r.endpoints && listFileFields(r).length)
  test.each(creatable.map((r) => [r.name, r] as const))(
    "naming somebody's file in a new %s is refused, one's own is not",
    async (_, r) => {
      const create = (r.endpoints as unknown as Record<string, Endpoint>)['create']!
      const [foreignFile, ownFile] = [await uploadPhoto(owner), await uploadPhoto(admin)]
      for (const name of listFileFields(r)) {
        const refused = await admin.call(create, {
          ...(await buildSampleInput(plant, admin, r)),
          [name]: [foreignFile],
        } as never)
        expect([name, refused.errno]).toEqual([name, '4006'])
        // No file has this id.
        expect((refused.data as unknown as { issues: object[] }).issues).toEqual([{ path: [name], code: 'unknownId' }])
        id(
          (await admin.call(create, {
            ...(await buildSampleInput(plant, admin, r)),
            [name]: [ownFile],
          } as never)) as Answer,
        )
      }
      expect(await rows('file_use', 'file_id = $1', [foreignFile])).toBe(0)
    },
  )
  test('do not become readable by naming them in one’s own account or report', async () => {
    const [foreignFile, ownFile] = [await uploadPhoto(owner), await uploadPhoto(other)]
    expect((await other.raw('PUT', '/user/info', { photo: [foreignFile] })).errno).toBe('4006')
    expect((await other.raw('PUT', '/user/info', { photo: [ownFile] })).errno).toBe('200')
    const report = (file: string) =>
      other.call(reportRepair, {
        equipmentId: machine,
        faultKind: 'mechanical',
        severity: 'high',
        images: [file],
      } as never)
    expect((await report(foreignFile)).errno).toBe('4006')
    expect((await report(ownFile)).errno).toBe('200')
    expect((await other.raw('GET', `/file?id=${foreignFile}`)).errno).toBe('4006')
  })

  test('cannot be taken over by another uploader after a row names them', async () => {
    const [file, bytes] = [createUuid7(), Buffer.from(await photo())]
    id(
      await owner.call(reportRepair, {
        equipmentId: machine,
        faultKind: 'mechanical',
        severity: 'high',
        images: [file],
      } as never),
    )
    expect((await start(other, file, bytes)).errno).not.toBe('200')
    expect((await start(owner, file, bytes)).errno).toBe('200')
  })
})

describe('commands of a phone', () => {
  const op = (who: Caller, more: object = {}) => ({
    id: createUuid7(),
    userId: who.userId,
    clientId: 'p',
    seq: 1,
    op: reportRepair.name,
    schemaVersion: 1,
    occurredAt: new Date().toISOString(),
    body: { id: createUuid7(), equipmentId: machine, faultKind: 'mechanical', severity: 'high' },
    ...more,
  })
  const send = async (who: Caller, ...ops: object[]) =>
    ((await who.raw('POST', '/sync', { sentAt: new Date().toISOString(), ops })).data as unknown as SyncResponse)
      .answers

  test('are refused for another person than the one who saved them', async () => {
    const before = await rows('repair')
    for (const carrier of [other, admin])
      expect((await send(carrier, op(owner))).map((a) => [a.status, a.errno])).toEqual([['refused', '401']])
    expect(await rows('repair')).toBe(before)
  })
  test('return a stored answer to its owner only', async () => {
    const command = op(owner)
    const [first] = await send(owner, command)
    expect(first!.status).toBe('done')
    const [stolen] = await send(other, { ...command, userId: other.userId })
    expect([stolen!.status, stolen!.data]).toEqual(['refused', null])
    const single = await other.raw('POST', splitRoute(reportRepair.routes[0]!).path, command.body, {
      'idempotency-key': command.id,
    })
    expect([single.errno, single.data]).toEqual(['6000', null])
    expect((await send(owner, command))[0]!.data).toEqual(first!.data)
  })
  test('a cursor of another person’s shift pack starts one’s own from the beginning', async () => {
    const theirs = (await admin.raw('GET', '/shift_pack')).data as unknown as { cursor: string }
    const pack = (await other.raw('GET', `/shift_pack?cursor=${theirs.cursor}`)).data as unknown as {
      reset: boolean
      rows: object
    }
    expect(pack.reset).toBe(true)
    const mine = (await other.raw('GET', '/shift_pack')).data as unknown as { cursor: string }
    const decoded = JSON.parse(Buffer.from(mine.cursor, 'base64url').toString('utf8')) as object
    for (const forged of [
      { part: -1 },
      { part: 1e9 },
      { part: 0.5 },
      { after: '-'.repeat(36) },
      { since: 'never' },
      { who: 'x' },
      { until: "' or 1=1" },
      { since: '9999-12-31T23:59:59.999Z' },
    ]) {
      const answer = await other.raw(
        'GET',
        `/shift_pack?cursor=${Buffer.from(JSON.stringify({ ...decoded, ...forged })).toString('base64url')}`,
      )
      expect([answer.status, answer.errno === '4500'], JSON.stringify(forged)).toEqual([200, false])
    }
  })
})

describe('repairs', () => {
  test('are withdrawn by their reporter or with the permission, not by colleagues', async () => {
    const report = async () =>
      id(
        (await owner.call(reportRepair, {
          equipmentId: machine,
          faultKind: 'mechanical',
          severity: 'high',
        } as never)) as Answer,
      )
    const withdraw = (who: Caller, row: string) =>
      who.call(withdrawRepair, { id: row, version: 1, reason: 'twice' } as never)
    const [first, second] = [await report(), await report()]
    expect((await withdraw(other, first)).errno).toBe('401')
    expect((await withdraw(await plant.as('viewer'), first)).errno).toBe('401')
    expect(await plant.query('select state from repair where id = $1', [first])).toEqual([{ state: 'reported' }])
    expect((await withdraw(owner, first)).errno).toBe('200')
    expect((await withdraw(await plant.as('maint-lead'), second)).errno).toBe('200')
  })
})
