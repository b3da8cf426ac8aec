import { expect, test } from 'vitest'
import { energyItem, energyMeter } from '@/areas/energy/contract/energy-meter'
import { calculateLosses, findTreeProblem, resolveWeights } from '@/areas/energy/rules/meter-tree'
import { meter } from '@/areas/equipment/contract/meter'
import { tag } from '@/areas/telemetry/contract/tag'
import { getDemoRows, getRows } from './plant'

const rows = getDemoRows()
const meters = getRows(rows, energyMeter)
const byCode = new Map(meters.map((one) => [one.code, one]))

test('every counter of the plant is in the meter tree, and every node is valid', () => {
  const counters = getRows(rows, tag).filter(({ kind, meterId }) => kind === 'counter' && meterId !== null)
  const placed = new Set(meters.map(({ meterId }) => meterId))
  expect(counters.length).toBeGreaterThanOrEqual(55)
  expect(counters.filter(({ meterId }) => !placed.has(meterId)).map(({ code }) => code)).toEqual([])
  expect(meters.flatMap((one) => findTreeProblem(one, meters) ?? [])).toEqual([])
  const items = new Set(getRows(rows, energyItem).map(({ id }) => id))
  expect(meters.filter(({ itemId }) => !items.has(itemId)).map(({ code }) => code)).toEqual([])
  const ledger = new Set(getRows(rows, meter).map(({ id }) => id))
  expect(meters.filter(({ kind, meterId }) => kind === 'meter' && !ledger.has(meterId!))).toEqual([])
})

test('mains are at the top, lines below them, parts below lines; shared meters have a key', () => {
  const tops = meters.filter(({ kind, parentId }) => kind === 'meter' && parentId === null)
  expect(tops.map(({ code }) => code).sort()).toEqual(['EM1-A', 'EM1-G', 'EM1-M1', 'EM1-M2', 'EM1-W'])
  expect(byCode.get('SB1-E-EXT')!.parentId).toBe(byCode.get('SB1-E')!.id)
  expect(byCode.get('SB1-E')!.parentId).toBe(byCode.get('EM1-M1')!.id)
  expect(byCode.get('EM1-CH1')).toMatchObject({ allocation: 'electricity', lineId: null })
  expect(meters.filter(({ lineId, allocation }) => lineId !== null && allocation !== 'none')).toEqual([])
})

test('a sum, a difference and a share consist of counting meters', () => {
  const weights = resolveWeights(meters)
  expect(weights.get(byCode.get('EM1-VCH')!.id)!.size).toBe(5)
  const difference = weights.get(byCode.get('EM1-VM1')!.id)!
  expect(difference.get(byCode.get('EM1-M1')!.id)).toBe(1)
  expect(difference.get(byCode.get('SB1-E')!.id)).toBe(-1)
  // The unallocated part of a transformer is its loss.
  const figures = new Map(meters.map(({ id, parentId }) => [id, parentId ? 1 : 100]))
  const lost = calculateLosses(meters, figures).find(({ id }) => id === byCode.get('EM1-M1')!.id)!
  expect([...difference].reduce((sum, [id, factor]) => sum + factor * figures.get(id)!, 0)).toBe(lost.loss)
  expect([...weights.get(byCode.get('EM1-VOF')!.id)!]).toEqual([[byCode.get('EM1-YD')!.id, 0.35]])
})
