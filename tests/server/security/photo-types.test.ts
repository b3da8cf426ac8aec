/** Photo fields contain pictures only, and downloads have their true type. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { drawPicture } from '../files/test-pictures'
import { createTestPlant, type Caller, type TestPlant } from '../harness'
import { createMachine, type Staff } from '../plant-staff'

let plant: TestPlant
let operator: Caller
let machineId: string
beforeAll(async () => {
  plant = await createTestPlant()
  operator = await plant.as('operator-line')
  const staff = { 'maint-lead': await plant.as('maint-lead') } as Staff
  machineId = (await createMachine(staff)).id
}, 120_000)
afterAll(() => plant.close())

const octets = { 'content-type': 'application/octet-stream' }
async function uploadFile(bytes: Buffer, name: string, id = createUuid7()) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const start = { id, sha256, size: bytes.length, mime: 'application/octet-stream', name }
  expect((await operator.raw('POST', '/upload_start', start)).errno).toBe('200')
  const { errno } = await operator.raw('PATCH', `/upload_chunk?id=${id}&offset=0`, bytes, octets)
  return { id, errno }
}
const page = Buffer.from('hello <script>alert(1)</script>')
const report = (images: string[]) =>
  operator.raw('POST', '/book/add_repair', {
    equipmentId: machineId,
    faultKind: 'mechanical',
    severity: 'high',
    images,
  })

test('a file that is no picture is refused as a photo of a person or a repair', async () => {
  const { id } = await uploadFile(page, 'evil.html')
  for (const answer of [await operator.raw('PUT', '/user/info', { photo: [id] }), await report([id])]) {
    expect(answer.errno).toBe('4013')
    expect(JSON.stringify(answer.data)).toContain('notPicture')
  }
  const photo = await uploadFile(Buffer.from(await drawPicture(300, 64).jpeg(80)), 'p.jpg')
  expect((await operator.raw('PUT', '/user/info', { photo: [photo.id] })).errno).toBe('200')
  expect((await report([photo.id])).errno).toBe('200')
})
test('bytes that are no picture are refused when they arrive after the report', async () => {
  const [late, photo] = [createUuid7(), createUuid7()]
  expect((await report([late, photo])).errno).toBe('200')
  expect((await uploadFile(page, 'evil.html', late)).errno).not.toBe('200')
  expect((await uploadFile(Buffer.from(await drawPicture(300, 64).jpeg(80)), 'p.jpg', photo)).errno).toBe('200')
  const states = await plant.query<{ state: string }>(
    'select state from stored_file where id = any($1) order by state',
    [[late, photo]],
  )
  expect(states.map(({ state }) => state)).toEqual(['refused', 'stored'])
})
test.each([
  ['a.html', 'a.txt'],
  ['a.bat', 'a.txt'],
  ['a.csv', 'a.csv'],
  ['Messung 12.5', 'Messung 12.5.txt'],
])('a text called %s is downloaded as %s', async (name, offered) => {
  const { id } = await uploadFile(Buffer.from(`hello ${name}`), name)
  const { headers } = await operator.raw('GET', `/file?id=${id}`)
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain(offered)
  const known = await operator.raw('GET', `/file_states?ids=${id}`)
  expect(JSON.stringify(known.data ?? '')).not.toMatch(/\.(html|bat)/)
})
