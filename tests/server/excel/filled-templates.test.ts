import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { splitRoute, type Endpoint } from '@/contract/endpoint'
import type { ImportResult, Resource } from '@/contract/resource'
import { formatCellText, getCellNumber } from '@/contract/worksheet-cell'
import { readSheet, type Worksheet } from '@/server/excel/read-sheet'
import { writeWorksheet } from '@/server/excel/write-worksheet'
import { buildSampleInput } from '../../contract/sample'
import { expectOk } from '../plant-staff'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

/** Every template, filled in with the values of a row, is accepted. */
const importableResources = areaContracts
  .flatMap((area): readonly Resource[] => area.resources)
  .filter(({ endpoints }) => endpoints.template)
const resources = importableResources.filter(({ endpoints }) => endpoints.export && endpoints.create)

let plant: TestPlant
let admin: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
}, 120_000)
afterAll(() => plant.close())

/** Fills the cells of an export into the columns of a template. */
function fillTemplate(template: Worksheet, exported: Worksheet): Promise<Buffer> {
  const getCell = (row: Worksheet['rows'][number], header: string) => row[exported.header.indexOf(header)] ?? null
  const kinds = template.header.map((header) =>
    exported.rows.every((row) => getCellNumber(getCell(row, header)) !== null)
      ? ('amount' as const)
      : ('text' as const),
  )
  return buffer(
    writeWorksheet({
      sheetName: 'filled',
      timeZone: 'Asia/Shanghai',
      columns: template.header.map((header, i) => ({ header, kind: kinds[i]! })),
      rows: exported.rows.map((row) =>
        template.header.map((header, i) =>
          kinds[i] === 'amount' ? getCellNumber(getCell(row, header)) : formatCellText(getCell(row, header)),
        ),
      ),
    }),
  )
}

test.each(resources.map((resource) => [resource.name, resource] as const))(
  'a filled template of %s is accepted in both languages',
  async (_name, resource) => {
    const {
      create,
      template,
      export: exportEndpoint,
      import: importEndpoint,
    } = resource.endpoints as Record<string, Endpoint>
    expectOk(await admin.call(create!, await buildSampleInput(plant, admin, resource)))
    for (const language of ['zh', 'en'] as const) {
      const read = async (endpoint: Endpoint) => readSheet((await admin.call(endpoint, {}, { language })).bytes)
      const [emptySheet, exported] = [await read(template!), await read(exportEndpoint!)]
      // Each column of the template has a heading of the export, also those that the plant has added.
      expect(emptySheet.header.filter((header) => !exported.header.includes(header))).toEqual([])
      const { path } = splitRoute(importEndpoint!.routes[0]!)
      const file = await fillTemplate(emptySheet, exported)
      const answer = await admin.upload(path, file, { dryRun: 'true' }, 'filled.xlsx', 'file', 'POST', language)
      expect([answer.errno, answer.errmsg]).toEqual(['200', ''])
      const { rows, created } = answer.data as unknown as ImportResult
      expect([rows, created]).toEqual([exported.rows.length, 0])
    }
  },
)
test('other templates have tests of their own', () => {
  const otherNames = importableResources.filter((resource) => !resources.includes(resource)).map(({ name }) => name)
  expect(otherNames).toEqual(['user', 'materialInspection'])
})
