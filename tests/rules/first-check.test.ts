import { describe, expect, test } from 'vitest'
import { findItemLimits, findUnresolvedFailures } from '@/areas/quality/rules/first-inspection'
import { deriveFirstInspectionResult, deriveItemsResult } from '@/areas/quality/rules/inspection'

const web = { gsm: 30, widthMm: 3200, lengthM: 9000 }
const sheet = [
  { item: '克重', itemEn: 'Basis weight', kind: 'number', unit: 'g/m²', low: 28.5, target: 30, high: 31.5 },
  { item: '端面', itemEn: 'Roll edges', kind: 'okNotOk' },
] as const

describe('an item of a first inspection', () => {
  test.each([
    ['克重', { unit: 'g/m²', low: 28.5, target: 30, high: 31.5 }],
    ['basis weight', { unit: 'g/m²', low: 28.5, target: 30, high: 31.5 }],
    // Of the width the sheet says nothing, the order what it should be.
    ['门幅', { unit: 'mm', low: null, target: 3200, high: null }],
    ['卷长', { unit: 'm', low: null, target: 9000, high: null }],
    ['端面', null],
    ['颜色', null],
  ])('%s is held against the sheet of its product and the order', (item, limits) =>
    expect(findItemLimits(item, sheet, web)).toEqual(limits),
  )
  test('of an order without a size and without a sheet has no limits', () =>
    expect(findItemLimits('克重', [], { gsm: null, widthMm: null, lengthM: null })).toBeNull())
  test('with a number outside its limits is not in order, whatever was tapped', () => {
    const basisWeight = { result: 'ok', value: 12, low: 28.5, high: 31.5 } as const
    expect(deriveItemsResult([{ result: 'ok' }, basisWeight])).toBe('notOk')
    expect(deriveItemsResult([{ ...basisWeight, value: 28.5 }])).toBe('ok')
    expect(deriveFirstInspectionResult({ items: [basisWeight], result: 'ok' })).toEqual({
      result: 'notOk',
      released: false,
    })
  })
})

test('a failed first inspection stays failed until the order is inspected again on that line', () => {
  const buildCheck = (workOrderId: string, result: 'ok' | 'notOk', hour: number, lineId = 'L') => ({
    workOrderId,
    lineId,
    result,
    createdAt: `2026-11-20T0${hour}:00:00.000Z`,
  })
  const stands = buildCheck('b', 'notOk', 3)
  expect(
    findUnresolvedFailures([
      buildCheck('a', 'notOk', 1),
      buildCheck('a', 'ok', 2),
      buildCheck('b', 'ok', 1),
      stands,
      buildCheck('b', 'ok', 4, 'other line'),
    ]),
  ).toEqual([stands])
})
