import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
beforeAll(async () => {
  plant = await createTestPlant({ settings: { UPLOAD_LIMIT: '100000' } })
  admin = await plant.as('admin')
}, 120_000)
afterAll(() => plant.close())

interface RefusalEntry {
  operation: string
  action: string
  userName: string
  address: string
  at: string
  rowTitle: string
  after: Record<string, unknown>
}
const loadRefusals = async () =>
  ((await admin.raw('GET', '/user/operation_log?action=refused&size=50')).data as unknown as { list: RefusalEntry[] })
    .list
const loadLatestRefusal = async () => (await loadRefusals())[0]!
const workbook = readFileSync(join(import.meta.dirname, '../excel/fixtures/sheetjs.xlsx'))
const sheet = 'secret content of a file'

describe('a refused file', () => {
  test('is recorded in the operation log with person, time, address and reason, without its content', async () => {
    const uploadedAfterMs = Date.now()
    const answer = await admin.upload('/UPLOAD_FILE', Buffer.from(sheet), { type: 'equipment' })
    expect(answer.errno).toBe('6000')
    const entry = await loadLatestRefusal()
    expect(entry).toMatchObject({
      operation: 'excelType.upload',
      action: 'refused',
      userName: '系统管理员',
      address: '127.0.0.1',
      rowTitle: answer.errmsg,
      after: { errno: '6000', reason: 'contract:excel.notExcel' },
    })
    expect(Math.abs(Date.parse(entry.at) - uploadedAfterMs)).toBeLessThan(60_000)
    expect(JSON.stringify(await loadRefusals())).not.toContain('secret')
    expect(await plant.query('select 1 from upload_log')).toEqual([])
  })
  test('is recorded at every entrance: list import, photo, oversized file, missing permission, missing form', async () => {
    const viewer = await plant.as('viewer')
    const photo = {
      id: randomUUID(),
      sha256: createHash('sha256').update(sheet).digest('hex'),
      size: sheet.length,
      mime: 'image/png',
      name: 'p.png',
    }
    const attempts: [string, string, () => Promise<unknown>][] = [
      [
        'excelType.upload',
        'contract:errors.tooLarge',
        () => admin.upload('/UPLOAD_FILE', Buffer.alloc(150_000, 'x'), { type: 'equipment' }),
      ],
      [
        'excelType.upload',
        'access:refusals.unknownType',
        () => admin.upload('/UPLOAD_FILE', workbook, { type: 'nothing' }),
      ],
      [
        'excelType.upload',
        'access:refusals.noImport',
        () => viewer.upload('/UPLOAD_FILE', workbook, { type: 'equipment' }),
      ],
      [
        'excelType.upload',
        'contract:errors.badRequest',
        () => admin.raw('POST', '/UPLOAD_FILE', '--b\r\nhalf', { 'content-type': 'multipart/form-data; boundary=b' }),
      ],
      [
        'kit.uploadStart',
        'contract:files.tooLarge',
        () => admin.raw('POST', '/upload_start', { ...photo, size: 16 * 1024 * 1024 }),
      ],
      [
        'kit.uploadChunk',
        'contract:files.damagedImage',
        async () => {
          expect((await admin.raw('POST', '/upload_start', photo)).errno).toBe('200')
          return admin.raw('PATCH', `/upload_chunk?id=${photo.id}&offset=0`, Buffer.from(sheet), {
            'content-type': 'application/octet-stream',
          })
        },
      ],
    ]
    for (const [operation, reason, act] of attempts) {
      const count = (await loadRefusals()).length
      await act()
      expect((await loadRefusals()).length, reason).toBe(count + 1)
      expect(await loadLatestRefusal(), reason).toMatchObject({ operation, after: { reason } })
    }
    expect(JSON.stringify(await loadRefusals())).not.toContain('secret')
  })
  test('is not recorded for strangers or calls without a file', async () => {
    const count = (await loadRefusals()).length
    await plant.stranger.upload('/UPLOAD_FILE', Buffer.from(sheet), { type: 'equipment' })
    await admin.raw('POST', '/role/create', { code: 5 })
    expect((await loadRefusals()).length).toBe(count)
  })
})
