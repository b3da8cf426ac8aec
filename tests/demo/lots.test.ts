import { describe, expect, it } from 'vitest'
import { hopper } from '@/areas/equipment/contract/hopper'
import { feed } from '@/areas/feeding/contract/feed'
import { hopperContent } from '@/areas/rolls/contract/hopper-content'
import { material } from '@/areas/feeding/contract/material'
import { recycle } from '@/areas/feeding/contract/recycle'
import type { DosedKind, OrderDosing } from '@/areas/feeding/rules/dosing'
import { toStoredLots } from '@/areas/feeding/rules/hopper-content'
import { toLineDraw, allocateLots, getMinResidenceMs } from '@/areas/feeding/rules/allocate-lots'
import { workOrder } from '@/areas/orders/contract/work-order'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { DEFAULT_RESIDENCE } from '@/plant/rules/settings'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { getDemoRows, groupRows, getRows } from './plant'
import { toWholeGrams } from '@/plant/rules/quantity'

const rows = getDemoRows()
const rolls = getRows(rows, jumboRoll).filter(({ doffedAt }) => doffedAt)
const waste = getRows(rows, recycle)
const feeds = getRows(rows, feed).filter(({ kind }) => kind !== 'pack')
const [fed, emptied] = [feeds.filter(({ counterOf }) => !counterOf), feeds.filter(({ counterOf }) => counterOf)]
const orders = new Map(getRows(rows, workOrder).map((row) => [row.id, row]))
const standards = new Map(getRows(rows, processStandard).map((row) => [row.id, row]))
const kinds = new Map(getRows(rows, material).map(({ id, kind }) => [id, kind as DosedKind]))
const lines = [...new Set(rolls.map(({ lineId }) => lineId))]
const time = (moment: string | null): number => Date.parse(moment ?? '')
const grams = (all: readonly { readonly kg: number }[]): number =>
  all.reduce((sum, { kg }) => sum + toWholeGrams(kg), 0)
const EARLY = getMinResidenceMs(DEFAULT_RESIDENCE)

describe('the lots of the demonstration plant', () => {
  it('weigh as much as their roll, or the difference is recorded as unknown', () => {
    for (const roll of rolls)
      expect(grams(roll.lots) + toWholeGrams(roll.unknownKg ?? 0), roll.number ?? '').toBe(
        toWholeGrams(roll.netKg ?? 0),
      )
    const all = rolls.reduce((sum, { netKg }) => sum + (netKg ?? 0), 0)
    expect(rolls.reduce((sum, { unknownKg }) => sum + (unknownKg ?? 0), 0)).toBeLessThan(all * 0.005)
    expect(getRows(rows, jumboRoll).filter(({ doffedAt, lots }) => !doffedAt && lots.length > 0)).toEqual([])
  })

  it('are only in possible rolls: fed to a hopper of the line in time, and not removed before', () => {
    const into = groupRows(fed, ({ hopperId, lotId }) => `${hopperId} ${lotId}`)
    const outOf = groupRows(emptied, ({ hopperId }) => hopperId)
    const lineOf = new Map(getRows(rows, hopper).map(({ id, lineId }) => [id, lineId]))
    for (const roll of rolls)
      for (const { hopperId, lotId, materialId } of roll.lots) {
        expect(lineOf.get(hopperId!)).toBe(roll.lineId)
        const times = (into.get(`${hopperId} ${lotId}`) ?? []).map(({ fedAt }) => time(fedAt))
        const last = Math.max(...times.filter((at) => at < time(roll.doffedAt) - EARLY))
        expect(Number.isFinite(last), `${roll.number} ${lotId}`).toBe(true)
        const out = (outOf.get(hopperId) ?? []).some(
          ({ fedAt }) => time(fedAt) > last && time(fedAt) <= time(roll.startedAt) - EARLY,
        )
        expect(out, `${roll.number} ${lotId}`).toBe(false)
        // No roll contains another colour, because its hopper was emptied. Resin of another grade may come from the silo.
        if (kinds.get(materialId) === 'sub')
          expect(
            standards
              .get(orders.get(roll.workOrderId)!.processStandardId!)!
              .ratios.some((ratio) => ratio.materialId === materialId),
            roll.number ?? '',
          ).toBe(true)
      }
  })

  it('are accounted for to the gram in each hopper: in rolls, in waste, removed, or still inside', () => {
    const newest = new Map<string, ReturnType<typeof getRows<typeof hopperContent>>[number]>()
    for (const one of getRows(rows, hopperContent))
      if (time(one.at) > time(newest.get(one.lineId)?.at ?? '1970-01-01T00:00:00Z')) newest.set(one.lineId, one)
    const balance = new Map<string, number>()
    const add = (hopperId: string | null, lotId: string | null, mass: number) =>
      balance.set(`${hopperId} ${lotId}`, (balance.get(`${hopperId} ${lotId}`) ?? 0) + mass)
    for (const one of fed) add(one.hopperId, one.lotId, toWholeGrams(one.kg))
    for (const { lots } of [...rolls, ...waste, ...emptied])
      for (const { hopperId, lotId, kg } of lots) add(hopperId, lotId, -toWholeGrams(kg))
    // The content is that of the last state, plus later feeds.
    for (const { layers } of newest.values())
      for (const { hopperId, lotId, kg } of layers) add(hopperId, lotId, -toWholeGrams(kg))
    for (const one of fed)
      if (time(one.fedAt) >= time(newest.get(one.lineId)!.at)) add(one.hopperId, one.lotId, -toWholeGrams(one.kg))
    expect(balance.size).toBeGreaterThan(50)
    expect([...balance].filter(([, mass]) => mass !== 0)).toEqual([])
  })

  it('equal the result of the rule for all rows of a line at once', () => {
    const sums = groupRows(feeds, ({ workOrderId }) => workOrderId)
    const dosing = (id: string): OrderDosing => ({
      recipe: standards
        .get(orders.get(id)!.processStandardId!)!
        .ratios.map((ratio) => ({ ...ratio, kind: kinds.get(ratio.materialId)! })),
      feeds: [...groupRows(sums.get(id) ?? [], ({ hopperId, materialId }) => `${hopperId} ${materialId}`).values()].map(
        (all) => ({
          hopperId: all[0]!.hopperId!,
          materialId: all[0]!.materialId,
          kind: all[0]!.kind as DosedKind,
          kg: all.reduce((sum, { kg }) => sum + kg, 0),
        }),
      ),
      orderedKg: orders.get(id)!.orderedKg,
    })
    for (const line of lines) {
      const [made, lost] = [
        rolls.filter(({ lineId }) => lineId === line),
        waste.filter(({ lineId }) => lineId === line),
      ]
      const draws = [
        ...made.map((roll) => ({
          ...roll,
          startsAt: time(roll.startedAt),
          endsAt: time(roll.doffedAt),
          speedMPerMin: roll.speed,
          kg: roll.netKg ?? 0,
        })),
        ...lost.map((one) => ({
          ...one,
          startsAt: time(one.occurredAt),
          endsAt: time(one.occurredAt),
          speedMPerMin: null,
          lengthM: null,
        })),
      ].map((one) => toLineDraw({ ...one, orderId: one.workOrderId }, DEFAULT_RESIDENCE))
      const { allocationById, checkpoints: between } = allocateLots(
        new Map(),
        {
          feeds: fed
            .filter(({ lineId }) => lineId === line)
            .map((one) => ({
              ...one,
              hopperId: one.hopperId!,
              feedId: one.id,
              at: time(one.fedAt),
              grams: toWholeGrams(one.kg),
            })),
          emptyings: emptied
            .filter(({ lineId }) => lineId === line)
            .map(({ id, hopperId, fedAt }) => ({ id, hopperId: hopperId!, at: time(fedAt) })),
          draws,
        },
        {
          dosingByOrder: new Map(
            [...new Set([...made, ...lost].map(({ workOrderId }) => workOrderId))].map((id) => [id, dosing(id)]),
          ),
          getKind: (id) => kinds.get(id)!,
        },
      )
      for (const row of [...made, ...lost]) {
        const { lots, unknownKg } = toStoredLots(allocationById.get(row.id)!)
        expect(row.lots).toEqual(lots)
        expect(row.unknownKg).toBe(unknownKg)
      }
      const states = new Set(between.map(({ at }) => at))
      for (const { lineId, at } of getRows(rows, hopperContent))
        if (lineId === line) expect(states.has(time(at))).toBe(true)
    }
  })
})
