import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
beforeAll(async () => {
  plant = await testPlant({ settings: { UPLOAD_LIMIT: '100000' } })
  admin = await plant.as('admin')
}, 120_000)
afterAll(() => plant.close())

interface Entry {
  operation: string
  action: string
  userName: string
  address: string
  at: string
  rowTitle: string
  after: Record<string, unknown>
}
const entries = async () =>
  ((await admin.raw('GET', '/user/operation_log?action=refused&size=50')).data as unknown as { list: Entry[] }).list
const latest = async () => (await entries())[0]!
const workbook = readFileSync(join(import.meta.dirname, '../excel/fixtures/sheetjs.xlsx'))
const sheet = 'secret content of a file'

describe('a file that is not taken', () => {
  test('is in the operation log: who, when, from where, why; not what was in it', async () => {
    const before = Date.now()
    const answer = await admin.upload('/UPLOAD_FILE', Buffer.from(sheet), { type: 'equipment' })
    expect(answer.errno).toBe('6000')
    const entry = await latest()
    expect(entry).toMatchObject({
      operation: 'excelType.upload',
      action: 'refused',
      userName: '系统管理员',
      address: '127.0.0.1',
      rowTitle: answer.errmsg,
      after: { errno: '6000', reason: 'contract:excel.notExcel' },
    })
    expect(Math.abs(Date.parse(entry.at) - before)).toBeLessThan(60_000)
    expect(JSON.stringify(await entries())).not.toContain('secret')
    expect(await plant.query('select 1 from upload_log')).toEqual([])
  })
  test("by any entrance: a list's own import, a photo, one too large, one without the right, one without a form", async () => {
    const viewer = await plant.as('viewer')
    const photo = {
      id: randomUUID(),
      sha256: createHash('sha256').update(sheet).digest('hex'),
      size: sheet.length,
      mime: 'image/png',
      name: 'p.png',
    }
    const tries: [string, string, () => Promise<unknown>][] = [
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
    for (const [operation, reason, act] of tries) {
      const count = (await entries()).length
      await act()
      expect((await entries()).length, reason).toBe(count + 1)
      expect(await latest(), reason).toMatchObject({ operation, after: { reason } })
    }
    expect(JSON.stringify(await entries())).not.toContain('secret')
  })
  test('of a stranger, or a call without a file, writes nothing there', async () => {
    const count = (await entries()).length
    await plant.stranger.upload('/UPLOAD_FILE', Buffer.from(sheet), { type: 'equipment' })
    await admin.raw('POST', '/role/create', { code: 5 })
    expect((await entries()).length).toBe(count)
  })
})
