import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { equipment } from '@/areas/equipment/contract/equipment'
import { createUuid7 } from '@/contract/id'
import { buildTextCell, buildSheetXml, buildWorkbookFile } from '../excel/build-archive'
import { createTestPlant, type Answer, type Caller, type TestPlant } from '../harness'
import { drawPicture } from './test-pictures'

// Multipart forms with different contents and orders of parts. Memory use is tested in reliability/upload-memory.
let plant: TestPlant
let admin: Caller
let viewer: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
  viewer = await plant.as('viewer')
}, 120_000)
afterAll(() => plant.close())

const MB = 1024 * 1024
const listFiles = (name: string): string[] => {
  const folder = join(plant.dataDir, name)
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((e) => (e.isFile() ? [e.name] : []))
    : []
}
afterEach(() => expect(listFiles('incoming')).toEqual([]))

interface FormItem {
  field: string
  /** An item with a file name is a file part. */
  fileName?: string
  content: Buffer | string
}
const file = (content: Buffer | string, field = 'file', fileName = 'a.xlsx'): FormItem => ({ field, fileName, content })
const buildTextItem = (field: string, content: string): FormItem => ({ field, content })
/** Posts a multipart form with the items in the given order. */
function postForm(who: Caller, path: string, ...items: FormItem[]): Promise<Answer<never>> {
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
const buildMachineWorkbook = (code: string) =>
  buildWorkbookFile(
    buildSheetXml(
      `<row r="1">${buildTextCell('A1', '编码')}${buildTextCell('B1', '名称')}</row><row r="2">${buildTextCell('A2', code)}${buildTextCell('B2', '好')}</row>`,
    ),
  )
const countMachines = async (code: string) =>
  (await plant.query('select 1 from equipment where code = $1', [code])).length
const loadLastRefusal = async () =>
  (
    await plant.query<{ after: { reason: string } }>(
      `select after from operation_log where action = 'refused' order by at desc, id desc limit 1`,
    )
  )[0]?.after.reason
const getIssue = (answer: Answer<never>) =>
  (answer.data as { issues: { path: string[]; code: string }[] } | null)?.issues[0]

describe('the import of a workbook by type', () => {
  test('accepts the type before or after the file', async () => {
    const [codeTypeFirst, codeFileFirst] = ['FORM-1', 'FORM-2']
    expect(
      await postForm(
        admin,
        '/UPLOAD_FILE',
        buildTextItem('type', 'equipment'),
        file(buildMachineWorkbook(codeTypeFirst)),
      ),
    ).toMatchObject({
      errno: '200',
      data: { created: 1 },
    })
    expect(
      await postForm(
        admin,
        '/UPLOAD_FILE',
        file(buildMachineWorkbook(codeFileFirst)),
        buildTextItem('type', 'equipment'),
      ),
    ).toMatchObject({
      errno: '200',
      data: { created: 1 },
    })
    expect([await countMachines(codeTypeFirst), await countMachines(codeFileFirst)]).toEqual([1, 1])
    expect(await plant.query('select type, rows from upload_log')).toEqual([
      { type: 'equipment', rows: 1 },
      { type: 'equipment', rows: 1 },
    ])
  })
  test('is refused without the permission for the type, wherever the type is, and without reading the file', async () => {
    const sheet = file(buildMachineWorkbook('FORM-3'))
    for (const items of [
      [buildTextItem('type', 'equipment'), sheet],
      [sheet, buildTextItem('type', 'equipment')],
      [file('no sheet'), buildTextItem('type', 'equipment')],
    ]) {
      expect((await postForm(viewer, '/UPLOAD_FILE', ...items)).errno).toBe('401')
      expect(await loadLastRefusal()).toBe('access:refusals.noImport')
    }
    // The quality department may import one type of workbook, but no machines.
    const mechanic = await plant.as('maint-lead')
    const importableTypes = new Set(
      ((await mechanic.raw('GET', '/excel_type')).data as unknown as { type: string }[]).map((t) => t.type),
    )
    const forbiddenType = ['customer', 'product', 'user', 'erpOrder'].find((type) => !importableTypes.has(type))!
    expect(importableTypes.size).toBeGreaterThan(0)
    expect((await postForm(mechanic, '/UPLOAD_FILE', sheet, buildTextItem('type', forbiddenType))).errno).not.toBe(
      '200',
    )
    expect(await countMachines('FORM-3')).toBe(0)
  })
})

describe('unexpected files', () => {
  test.each([
    ['a second one', '/UPLOAD_FILE', [file('PK\x03\x04'), file('PK\x03\x04')], 'file', 'tooMany'],
    ['one in an unknown field', '/book/upload', [file('PK\x03\x04', 'extra')], 'extra', 'unknownField'],
    ['one in the place of a word', '/UPLOAD_FILE', [file('equipment', 'type')], 'type', 'wrongType'],
    ['one whose field is named as a method', '/book/upload', [file('PK\x03\x04', 'at')], 'at', 'unknownField'],
  ])('refuses %s and names its field', async (_, path, items, field, code) => {
    const answer = await postForm(admin, path, ...items)
    expect([answer.status, answer.errno, getIssue(answer)]).toMatchObject([200, '4013', { path: [field], code }])
  })
  test('refuses a tenth photo of a first inspection', async () => {
    const photo = await drawPicture(20, 20).jpeg(80)
    const answer = await postForm(
      admin,
      '/production/first_inspection',
      ...Array.from({ length: 10 }, () => file(photo, 'image', 'a.jpg')),
    )
    expect([answer.status, answer.errno]).toEqual([200, '4013'])
    expect(getIssue(answer)).toMatchObject({ path: ['image'], code: 'tooMany' })
    expect(listFiles('files')).toEqual([])
  })
})

describe('files that are too large', () => {
  test('refuses a workbook of 21 MB with a specific message', async () => {
    const answer = await postForm(
      admin,
      '/book/upload',
      file(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(21 * MB)])),
    )
    expect([answer.status, answer.errno]).toEqual([200, '6000'])
    expect(answer.errmsg).toContain('20')
    expect(await loadLastRefusal()).toBe('contract:excel.tooBig')
  })
  test('refuses a photo of 16 MB', async () => {
    const answer = await postForm(
      admin,
      '/production/first_inspection',
      file(Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(16 * MB)]), 'image', 'a.jpg'),
    )
    expect([answer.status, answer.errno]).toEqual([200, '6000'])
    expect(await loadLastRefusal()).toBe('contract:files.tooLarge')
    expect(listFiles('files')).toEqual([])
  })
  test('does not read a form with a declared size above the limit', async () => {
    const answer = await postForm(admin, '/book/upload', file(Buffer.alloc(51 * MB)))
    expect([answer.status, answer.errno]).toEqual([413, '4013'])
    expect(await loadLastRefusal()).toBe('contract:errors.tooLarge')
  })
  test('refuses fields larger than a JSON body may be', async () => {
    const many = Array.from({ length: 4 }, (_, i) => buildTextItem(`f${i}`, 'x'.repeat(400_000)))
    const answer = await postForm(admin, '/production/first_inspection', ...many)
    expect([answer.status, answer.errno]).toEqual([413, '4013'])
  })
  test('applies the usual size limit to JSON sent instead of a form', async () => {
    const note = 'x'.repeat(2 * MB)
    for (const path of ['/production/first_inspection', '/UPLOAD_FILE'])
      expect([path, (await admin.raw('POST', path, { note })).status]).toEqual([path, 413])
  })
})

describe('the photos of a first inspection', () => {
  const photo = readFileSync(new URL('../../../public/icon-192.png', import.meta.url))
  test('are not stored when the inspection is refused for another reason', async () => {
    const fields = [
      buildTextItem('lineId', createUuid7()),
      buildTextItem('workOrderId', createUuid7()),
      buildTextItem('result', 'ok'),
      buildTextItem('items', '[]'),
    ]
    const answer = await postForm(admin, '/production/first_inspection', ...fields, file(photo, 'image', 'a.png'))
    expect(answer.errno).not.toBe('200')
    expect(listFiles('files')).toEqual([])
    expect(await plant.query('select 1 from stored_file')).toEqual([])
  })
})

test('a person without the permission is refused before any body is read', async () => {
  expect((await viewer.raw('POST', '/book/add_equ', '{ this is no JSON')).errno).toBe('401')
  expect((await viewer.call(equipment.endpoints.create, { code: 'X', name: 'x' } as never)).errno).toBe('401')
  expect((await postForm(viewer, '/book/upload', file('x'.repeat(100)))).errno).toBe('401')
})
