/** The workbook of a recall that has more rolls than a workbook takes. */
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportRecall } from '@/areas/tracing/server/recall'
import { ZipReader } from '@/server/excel/zip-reader'
import { runAsSystem } from '@/server/start-application'
import {
  createSlitterPlant,
  doffNextSet,
  startCuttingRun,
  weighAll,
  type SlitterPlant,
} from '../slitting/slitter-plant'

/** Lines above the column headings: the title, what is recalled, and who exported it when. */
const HEADING_LINES = 5
let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

test('says in the notes how many rolls it leaves out', async () => {
  const run = await startCuttingRun(h)
  await weighAll(h, run, await doffNextSet(h, run))
  const bytes = await runAsSystem(h.plant.app, 'test', async (ctx) =>
    buffer((await exportRecall(ctx, { kind: 'jumboRoll', id: run.jumbo.id }, 3)).body as Readable),
  )
  const readSheetXml = async (number: number) =>
    (await buffer(new ZipReader(bytes, 10_000_000).read(`xl/worksheets/sheet${number}.xml`))).toString()
  // The rest of the jumbo and four rolls; a heading and the first three.
  expect((await readSheetXml(1)).match(/<row /g)).toHaveLength(HEADING_LINES + 1 + 3)
  // Rolls, pellet lots, customers, packed orders, stock, waiting waste, departed waste, whereabouts, notes.
  expect(await readSheetXml(9)).toContain('本文件只有前 3 个卷，共 5 个')
})
