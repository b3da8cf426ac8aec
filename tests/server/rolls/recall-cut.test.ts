/** The workbook of a recall that has more rolls than a workbook takes. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recallReport } from '@/areas/rolls/contract/hold'
import { buffer } from 'node:stream/consumers'
import { ZipReader } from '@/server/excel/zip-reader'
import { createSlitterPlant, doffSetOf, startCuttingRun, weighAll, type SlitterPlant } from './slitter-plant'

vi.mock('@/areas/rolls/contract/hold', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  MAX_EXPORTED_ROLLS: 3,
}))
let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

test('says in the notes how many rolls it leaves out', async () => {
  const run = await startCuttingRun(h)
  await weighAll(h, run, await doffSetOf(h, run))
  const { bytes } = await h.staff.admin.call(
    recallReport.workbook!,
    { kind: 'jumboRoll', id: run.jumbo.id },
    { language: 'en' },
  )
  const readSheetXml = async (number: number) =>
    (await buffer(new ZipReader(Buffer.from(bytes), 10_000_000).read(`xl/worksheets/sheet${number}.xml`))).toString()
  // The rest of the jumbo and four rolls.
  expect((await readSheetXml(1)).match(/<row /g)).toHaveLength(1 + 3)
  // Rolls, pellet lots, customers, packed orders, stock, notes.
  expect(await readSheetXml(6)).toContain('Only the first 3 of 5 rolls fit into this file')
})
