import { expect, test } from 'vitest'
import { workOrder } from '@/areas/orders/contract/work-order'
import { getDocumentKind, versionedDocuments } from '@/areas/standards/contract/document-list'
import { masterbatchDocument } from '@/areas/standards/contract/masterbatch'
import { materialDocument } from '@/areas/standards/contract/material-standard'
import { product } from '@/areas/standards/contract/product'
import { productStandard } from '@/areas/standards/contract/product-standard'
import { season } from '@/areas/standards/contract/season'
import { testIndex } from '@/areas/standards/contract/test-index'
import { findMasterbatchProblems, getMasterbatchSubmitBlocker } from '@/areas/standards/rules/masterbatch'
import { findMaterialProblems } from '@/areas/standards/rules/material-standard'
import { selectLimits, findProductProblems, getProductSubmitBlocker } from '@/areas/standards/rules/product-standard'
import { getSeasonForDay } from '@/areas/standards/rules/season'
import { toLocalTime } from '@/plant/rules/plant-time'
import { getDemoRows, getRows, zone } from './plant'

const rows = getDemoRows()

const standards = getRows(rows, productStandard)
const usable = standards.filter(({ state, newest }) => state === 'approved' && newest)

test('every product has a plausible standard in force, with a recipe and limits that differ by season', () => {
  expect(getRows(rows, product).length).toBeGreaterThan(20)
  for (const { id, code } of getRows(rows, product))
    expect(
      usable.filter(({ productId, customerId }) => productId === id && !customerId),
      code,
    ).toHaveLength(1)
  for (const one of standards) {
    expect(findProductProblems(one), one.code).toEqual([])
    expect(getProductSubmitBlocker(one)).toBeNull()
    expect(selectLimits(one, 'summer').length).toBe(selectLimits(one, 'winter').length)
  }
  expect(usable.filter(({ customerId }) => customerId)).toHaveLength(1)
  expect(new Set(standards.map(({ state }) => state))).toEqual(new Set(['approved', 'inApproval', 'rejected']))
})
test('a code has at most one version in force, and no author approved it', () => {
  for (const document of versionedDocuments) {
    const all = getRows(rows, document.resource) as unknown as (typeof standards)[number][]
    expect(all.length, document.resource.name).toBeGreaterThan(0)
    for (const row of all) {
      expect(all.filter(({ code, newest }) => newest && code === row.code).length).toBeLessThanOrEqual(1)
      expect(all.filter(({ code, revision }) => code === row.code && revision === row.revision)).toHaveLength(1)
      for (const { userId } of row.approvers)
        expect(row.authors, getDocumentKind(document, row).page).not.toContain(userId)
      expect(row.approvedBy === null).toBe(row.state !== 'approved')
    }
  }
})
test('started orders use an earlier approved version of their product, and the season of that day', () => {
  const standardById = new Map(standards.map((row) => [row.id, row]))
  const seasons = getRows(rows, season)
  const begun = getRows(rows, workOrder).filter(({ startedAt }) => startedAt)
  expect(begun.length).toBeGreaterThan(50)
  for (const order of begun) {
    const by = standardById.get(order.productStandardId!)!
    expect([by.productId, by.state]).toEqual([order.productId, 'approved'])
    expect(by.approvedAt! < order.startedAt!).toBe(true)
    expect([null, order.customerId]).toContain(by.customerId)
    expect(order.season).toBe(getSeasonForDay(seasons, toLocalTime(order.startedAt!, zone).day))
  }
  expect(new Set(begun.map((order) => order.season))).toEqual(new Set(['summer', 'winter']))
  const waiting = getRows(rows, workOrder).filter(({ startedAt }) => !startedAt)
  expect(waiting.filter(({ productStandardId, season: held }) => productStandardId || held)).toEqual([])
})
test('test indexes name ISO 9073 and GB/T 24218 by the same parts', () => {
  const methods = new Map(getRows(rows, testIndex).map(({ code, method }) => [code, method]))
  const parts = { GSM: 1, THK: 2, MDT: 3, CDE: 3, STT: 8, ROF: 11, RST: 13, WBK: 14, AIR: 15, HYD: 16, GMD: 18 }
  for (const [code, part] of Object.entries(parts))
    expect(methods.get(code), code).toBe(`ISO 9073-${part} / GB/T 24218.${part}`)
})
test('material standards and calibrations are plausible, and those in force keep their tolerance', () => {
  const materials = getRows(rows, materialDocument.resource)
  expect(materials.flatMap(findMaterialProblems)).toEqual([])
  expect(new Set(materials.map(({ sampling }) => sampling))).toEqual(new Set(['gbt6678', 'gbt2828']))
  const calibrations = getRows(rows, masterbatchDocument.resource)
  expect(calibrations.length).toBeGreaterThan(5)
  expect(calibrations.flatMap(findMasterbatchProblems)).toEqual([])
  for (const one of calibrations.filter(({ state }) => state !== 'notApproved'))
    expect(getMasterbatchSubmitBlocker(one), one.code).toBeNull()
})
