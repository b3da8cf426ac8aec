import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { equipment } from '@/areas/equipment/contract/equipment'
import { createUuid7 } from '@/contract/id'
import { inline, sheetOf, workbookWith } from '../excel/archive'
import { testPlant, type Answer, type Caller, type TestPlant } from '../harness'
import { drawn } from './pictures'

// Forms with files, by what is in them and in which order. How much of them a server bears is tried in reliability/upload-memory.
let plant: TestPlant
let admin: Caller
let viewer: Caller
beforeAll(async () => {
  plant = await testPlant()
  admin = await plant.as('admin')
  viewer = await plant.as('viewer')
}, 120_000)
afterAll(() => plant.close())

const MB = 1024 * 1024
const below = (name: string): string[] => {
  const folder = join(plant.dataDir, name)
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((e) => (e.isFile() ? [e.name] : []))
    : []
}
afterEach(() => expect(below('incoming')).toEqual([]))

interface Item {
  field: string
  /** Given, it is a file. */
  fileName?: string
  content: Buffer | string
}
const file = (content: Buffer | string, field = 'file', fileName = 'a.xlsx'): Item => ({ field, fileName, content })
const text = (field: string, content: string): Item => ({ field, content })
/** Posts a form of these, in this order. */
function post(who: Caller, path: string, ...items: Item[]): Promise<Answer<never>> {
  const boundary = `b${randomUUID()}`
  const parts = items.flatMap(({ field, fileName, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n\r\n`,
    ),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ])
  return who.raw('POST', path, Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]), {
    'content-type': `multipart/form-data; boundary=${boundary}`,
  })
}
const machineSheet = (code: string) =>
  workbookWith(
    sheetOf(
      `<row r="1">${inline('A1', '编码')}${inline('B1', '名称')}</row><row r="2">${inline('A2', code)}${inline('B2', '好')}</row>`,
    ),
  )
const machines = async (code: string) => (await plant.query('select 1 from equipment where code = $1', [code])).length
const lastRefusal = async () =>
  (
    await plant.query<{ after: { reason: string } }>(
      `select after from operation_log where action = 'refused' order by at desc, id desc limit 1`,
    )
  )[0]?.after.reason
const issueOf = (answer: Answer<never>) =>
  (answer.data as { issues: { path: string[]; code: string }[] } | null)?.issues[0]

describe('a sheet by its type', () => {
  test('comes with its type before or after the file', async () => {
    const [before, after] = ['FORM-1', 'FORM-2']
    expect(await post(admin, '/UPLOAD_FILE', text('type', 'equipment'), file(machineSheet(before)))).toMatchObject({
      errno: '200',
      data: { created: 1 },
    })
    expect(await post(admin, '/UPLOAD_FILE', file(machineSheet(after)), text('type', 'equipment'))).toMatchObject({
      errno: '200',
      data: { created: 1 },
    })
    expect([await machines(before), await machines(after)]).toEqual([1, 1])
    expect(await plant.query('select type, rows from upload_log')).toEqual([
      { type: 'equipment', rows: 1 },
      { type: 'equipment', rows: 1 },
    ])
  })
  test('is refused without the key of that type, wherever the type stands, and is not even looked at', async () => {
    const sheet = file(machineSheet('FORM-3'))
    for (const items of [
      [text('type', 'equipment'), sheet],
      [sheet, text('type', 'equipment')],
      [file('no sheet'), text('type', 'equipment')],
    ]) {
      expect((await post(viewer, '/UPLOAD_FILE', ...items)).errno).toBe('401')
      expect(await lastRefusal()).toBe('access:refusals.noImport')
    }
    // The quality department may import one kind of sheet, and no machines.
    const other = await plant.as('maint-lead')
    const may = new Set(
      ((await other.raw('GET', '/excel_type')).data as unknown as { type: string }[]).map((t) => t.type),
    )
    const wrong = ['customer', 'product', 'user', 'erpOrder'].find((type) => !may.has(type))!
    expect(may.size).toBeGreaterThan(0)
    expect((await post(other, '/UPLOAD_FILE', sheet, text('type', wrong))).errno).not.toBe('200')
    expect(await machines('FORM-3')).toBe(0)
  })
})

describe('files that nobody asked for', () => {
  test.each([
    ['a second one', '/UPLOAD_FILE', [file('PK\x03\x04'), file('PK\x03\x04')], 'file', 'tooMany'],
    ['one in an unknown field', '/book/upload', [file('PK\x03\x04', 'extra')], 'extra', 'unknownField'],
    ['one in the place of a word', '/UPLOAD_FILE', [file('equipment', 'type')], 'type', 'wrongType'],
    ['one whose field is named as a method', '/book/upload', [file('PK\x03\x04', 'at')], 'at', 'unknownField'],
  ])('%s is refused by name', async (_, path, items, field, code) => {
    const answer = await post(admin, path, ...items)
    expect([answer.status, answer.errno, issueOf(answer)]).toMatchObject([200, '4013', { path: [field], code }])
  })
  test('a tenth photo of a first inspection', async () => {
    const photo = await drawn(20, 20).jpeg(80)
    const answer = await post(
      admin,
      '/production/first_inspection',
      ...Array.from({ length: 10 }, () => file(photo, 'image', 'a.jpg')),
    )
    expect([answer.status, answer.errno]).toEqual([200, '4013'])
    expect(issueOf(answer)).toMatchObject({ path: ['image'], code: 'tooMany' })
    expect(below('files')).toEqual([])
  })
})

describe('files that are too large', () => {
  test('a sheet of 21 MB is refused with its own sentence', async () => {
    const answer = await post(
      admin,
      '/book/upload',
      file(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(21 * MB)])),
    )
    expect([answer.status, answer.errno]).toEqual([200, '6000'])
    expect(answer.errmsg).toContain('20')
    expect(await lastRefusal()).toBe('contract:excel.tooBig')
  })
  test('a photo of 16 MB, too', async () => {
    const answer = await post(
      admin,
      '/production/first_inspection',
      file(Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(16 * MB)]), 'image', 'a.jpg'),
    )
    expect([answer.status, answer.errno]).toEqual([200, '6000'])
    expect(await lastRefusal()).toBe('contract:files.tooLarge')
    expect(below('files')).toEqual([])
  })
  test('a form that announces more than could be taken is not read at all', async () => {
    const answer = await post(admin, '/book/upload', file(Buffer.alloc(51 * MB)))
    expect([answer.status, answer.errno]).toEqual([413, '4013'])
    expect(await lastRefusal()).toBe('contract:errors.tooLarge')
  })
  test('fields that hold more than a JSON body may', async () => {
    const many = Array.from({ length: 4 }, (_, i) => text(`f${i}`, 'x'.repeat(400_000)))
    const answer = await post(admin, '/production/first_inspection', ...many)
    expect([answer.status, answer.errno]).toEqual([413, '4013'])
  })
  test('JSON in the place of a form is as small as any JSON', async () => {
    const note = 'x'.repeat(2 * MB)
    for (const path of ['/production/first_inspection', '/UPLOAD_FILE'])
      expect([path, (await admin.raw('POST', path, { note })).status]).toEqual([path, 413])
  })
})

describe('the photos of a first inspection', () => {
  const photo = readFileSync(new URL('../../../public/icon-192.png', import.meta.url))
  test('are not kept when the inspection is refused for another reason', async () => {
    const fields = [
      text('lineId', createUuid7()),
      text('workOrderId', createUuid7()),
      text('result', 'ok'),
      text('items', '[]'),
    ]
    const answer = await post(admin, '/production/first_inspection', ...fields, file(photo, 'image', 'a.png'))
    expect(answer.errno).not.toBe('200')
    expect(below('files')).toEqual([])
    expect(await plant.query('select 1 from stored_file')).toEqual([])
  })
})

test('a person without the key is refused before the body is looked at, whatever it is', async () => {
  expect((await viewer.raw('POST', '/book/add_equ', '{ this is no JSON')).errno).toBe('401')
  expect((await viewer.call(equipment.endpoints.create, { code: 'X', name: 'x' } as never)).errno).toBe('401')
  expect((await post(viewer, '/book/upload', file('x'.repeat(100)))).errno).toBe('401')
})
