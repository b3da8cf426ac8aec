import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { splitRoute, type Endpoint } from '@/contract/endpoint'
import type { ImportResult, Resource } from '@/contract/resource'
import { buildResourceColumns } from '@/server/excel/resource-columns'
import { buildHeadingIndex } from '@/server/excel/headings'
import { formatHeader } from '@/server/excel/write-worksheet'
import type { TestPlant } from '../harness'
import { createMachine, createPart, createStaffedPlant, type Staff } from '../plant-staff'
import { createCustomer, createLine, createOrder, createProduct } from '../orders/orders-plant'

// Every importable list accepts its own export unchanged, and finds no changes.
const resources = (Object.values(areaContracts) as readonly { resources?: readonly Resource[] }[])
  .flatMap((area) => area.resources ?? [])
  .filter((resource) => resource.endpoints.import)
const names = resources.map(({ name }) => name)
const byName = new Map(resources.map((resource) => [resource.name, resource]))

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  const context = { plant, staff }
  await createMachine(staff)
  await createPart(staff, 3, { unit: '公斤', name: '=1+1', model: '00012', note: '轴承\r\n左侧\r右侧' })
  await createCustomer(context)
  await createLine(context)
  await createOrder(context, { productId: (await createProduct(context)).id })
}, 120_000)
afterAll(() => plant.close())

describe('the import of an own export', () => {
  test.each(['zh', 'en'] as const)('has unambiguous headings in %s', (language) => {
    const t = { zh: plant.app.translations.t('zh'), en: plant.app.translations.t('en') }
    for (const resource of resources) {
      const headings = buildHeadingIndex(resource, t, [])
      for (const column of buildResourceColumns(resource, t[language], { language })) {
        const found = headings.find(formatHeader(column))
        expect([resource.name, found?.heading.field, found?.unit]).toEqual([resource.name, column.field, null])
      }
    }
  })
  test.each(names)('of %s changes nothing', async (name) => {
    const { export: exportEndpoint, import: importEndpoint } = byName.get(name)!.endpoints as Record<
      string,
      Endpoint | undefined
    >
    if (!exportEndpoint) return
    const { bytes } = await staff.admin.call(exportEndpoint, {} as never)
    const { path } = splitRoute(importEndpoint!.routes[0]!)
    const answer = await staff.admin.upload(path, bytes, { dryRun: 'true' }, 'own.xlsx')
    expect([name, answer.errno, answer.errmsg]).toEqual([name, '200', ''])
    const { rows, unchanged } = answer.data as unknown as ImportResult
    expect(unchanged).toBe(rows)
  })
})
