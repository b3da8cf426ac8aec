import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decideImport,
  isCompleteAnswer,
  mapRecord,
  calculateNextPull,
  type StoredErpLine,
} from '@/areas/orders/rules/erp-import'
import { forecastOrderEnd, calculateKgPerHour, calculateProgressPercent } from '@/areas/orders/rules/order-progress'
import {
  calculateChangeoverMinutes,
  findFirstFreeStart,
  isInPast,
  findOverlappingSlots,
  placeSlot,
  snapSlot,
  findTooCloseSlot,
  type Recipe,
} from '@/areas/orders/rules/line-schedule'
import { decideTransition } from '@/contract/state-machine'
import {
  calculateRunningMs,
  getWorkOrderStateAt,
  workOrderLifecycle,
  type OrderTimes,
} from '@/areas/orders/rules/work-order'

const HOUR = 3_600_000

describe('life cycle of a work order', () => {
  it.each([
    ['planned', 'start', { lineId: 'l' }, 'running'],
    ['planned', 'start', {}, null],
    ['running', 'start', { lineId: 'l' }, null],
    ['running', 'pause', { reason: 'x' }, 'paused'],
    ['running', 'pause', {}, null],
    ['paused', 'finish', {}, 'finished'],
    ['finished', 'start', { lineId: 'l' }, null],
    ['finished', 'reopen', { reason: 'x' }, 'paused'],
    ['closed', 'reopen', { reason: 'x' }, null],
    ['running', 'cancel', { reason: 'x' }, null],
  ])('%s, %s with %j: %s', (state, action, given, to) => {
    expect(decideTransition(workOrderLifecycle, state, action, given)).toMatchObject(
      to ? { ok: true, to } : { ok: false },
    )
  })
})

describe('past state of an order', () => {
  const toMoment = (hour: number) => new Date(hour * HOUR).toISOString()
  const over: OrderTimes = {
    state: 'closed',
    startedAt: toMoment(1),
    finishedAt: toMoment(8),
    closedAt: toMoment(20),
    pauses: [{ from: toMoment(3), to: toMoment(4), reason: 'x' }],
  }
  const open = { ...over, finishedAt: null, closedAt: null } as const
  it.each<[OrderTimes, number, string | null]>([
    [over, 0.5, null],
    [over, 1, 'running'],
    [over, 3.5, 'paused'],
    [over, 4, 'running'],
    [over, 8, 'finished'],
    [over, 30, 'closed'],
    [{ ...open, state: 'running' }, 9, 'running'],
    [{ ...open, state: 'paused', pauses: [{ from: toMoment(6), to: null, reason: 'y' }] }, 7, 'paused'],
    [{ ...open, state: 'planned', startedAt: null }, 7, null],
    // Without a time of its start it is taken to have been as it is.
    [{ ...open, state: 'running', startedAt: null }, 7, 'running'],
  ])('%j at %d h: %s', (order, hour, state) => {
    expect(getWorkOrderStateAt(order, toMoment(hour))).toBe(state)
  })
})

describe('running time of an order', () => {
  const toMoment = (hour: number) => new Date(hour * HOUR).toISOString()
  const order = {
    startedAt: toMoment(1),
    finishedAt: null,
    pauses: [
      { from: toMoment(2), to: toMoment(3), reason: 'x' },
      { from: toMoment(6), to: null, reason: 'y' },
    ],
  }
  it.each([
    [0, 10, 4],
    [0, 2.5, 1],
    [2.5, 5, 2],
    [7, 9, 0],
    [0, 0.5, 0],
  ])('from %d to %d h: %d h', (from, until, hours) => {
    expect(calculateRunningMs(order, from * HOUR, until * HOUR)).toBe(hours * HOUR)
  })
  it('excludes time after its end and before its start', () => {
    expect(calculateRunningMs({ ...order, finishedAt: toMoment(8) }, 0, 20 * HOUR)).toBe(4 * HOUR)
    expect(calculateRunningMs({ startedAt: null, finishedAt: null, pauses: [] }, 0, HOUR)).toBe(0)
  })
})

describe('progress', () => {
  it('is measured by kg, else by rolls, else unknown', () => {
    expect(calculateProgressPercent({ kg: 1000, rolls: 10 }, { goodKg: 250, goodRolls: 9 })).toBe(25)
    expect(calculateProgressPercent({ kg: null, rolls: 10 }, { goodKg: 250, goodRolls: 12 })).toBe(120)
    expect(calculateProgressPercent({ kg: 0, rolls: null }, { goodKg: 250, goodRolls: 12 })).toBeNull()
    expect(calculateProgressPercent({ kg: 0, rolls: 0 }, { goodKg: 250, goodRolls: 12 })).toBeNull()
  })
  const order = { orderedKg: 10_000, doneKg: 4000, startedAt: 0, idealKgPerHour: 600 }
  it('estimates the rest at the speed of the last day: 6,000 kg at 500 kg/h is 12 h', () => {
    expect(forecastOrderEnd(order, { kg: 5000, runningMs: 10 * HOUR }, 100 * HOUR)).toEqual({
      kind: 'speed',
      endsAt: 112 * HOUR,
      kgPerHour: 500,
      hours: 10,
      leftKg: 6000,
    })
  })
  it('gives a reason for a missing estimate', () => {
    expect(forecastOrderEnd({ ...order, orderedKg: null }, { kg: 1, runningMs: HOUR }, 0)).toMatchObject({
      kind: 'unknown',
      reason: 'nothingOrdered',
    })
    expect(forecastOrderEnd({ ...order, startedAt: null }, { kg: 0, runningMs: 0 }, 0)).toMatchObject({
      kind: 'unknown',
      reason: 'notStarted',
    })
    expect(forecastOrderEnd(order, { kg: 0, runningMs: 3 * HOUR }, 0)).toMatchObject({
      kind: 'unknown',
      reason: 'noOutput',
    })
    expect(forecastOrderEnd({ ...order, doneKg: 10_000 }, { kg: 0, runningMs: 0 }, 0)).toMatchObject({ kind: 'done' })
    expect(forecastOrderEnd(order, { kg: 0, runningMs: 60_000 }, 0)).toMatchObject({ kind: 'ideal', endsAt: 10 * HOUR })
  })
  it('300 m/min of 3.2 m at 15 g/m² are 864 kg/h', () => {
    expect(calculateKgPerHour(300, 3200, 15)).toBeCloseTo(864, 9)
  })
})

describe('schedule', () => {
  const white: Recipe = { productId: 'a', gsm: 15, colour: 'white', treatment: null, webWidthMm: 3200 }
  it('applies the longest changeover', () => {
    expect(calculateChangeoverMinutes(null, white)).toBe(10)
    expect(calculateChangeoverMinutes(white, white)).toBe(10)
    expect(calculateChangeoverMinutes(white, { ...white, webWidthMm: 2400, gsm: 20 })).toBe(30)
    expect(calculateChangeoverMinutes(white, { ...white, colour: 'blue', gsm: 20 })).toBe(120)
  })
  it('adjacent slots do not overlap', () => {
    const others = [
      { id: 'a', startsAt: 0, endsAt: 10 },
      { id: 'b', startsAt: 20, endsAt: 30 },
    ]
    expect(findOverlappingSlots({ id: 'c', startsAt: 10, endsAt: 20 }, others)).toEqual([])
    expect(findOverlappingSlots({ id: 'c', startsAt: 9, endsAt: 21 }, others)).toHaveLength(2)
    expect(findOverlappingSlots({ id: 'a', startsAt: 0, endsAt: 10 }, others)).toEqual([])
  })
  it('a start is in the past before the current quarter of an hour', () => {
    const at = (minutes: number) => minutes * 60_000
    expect([0, 14, 15, 20, 31].map((minutes) => isInPast(at(minutes), at(29)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
  it('the first free position includes its changeovers and starts on a quarter of an hour', () => {
    const [minute, quarter] = [60_000, 15 * 60_000]
    const slot = { id: 'x', startsAt: 0, endsAt: quarter }
    const others = [
      { id: 'a', startsAt: 0, endsAt: quarter },
      { id: 'b', startsAt: 4 * quarter, endsAt: 6 * quarter },
    ]
    expect(findFirstFreeStart(slot, others, () => 10 * minute, 0)).toBe(2 * quarter)
    expect(findFirstFreeStart(slot, others, () => 20 * minute, 0)).toBe(8 * quarter)
    expect(findFirstFreeStart(slot, [], () => quarter, minute)).toBe(quarter)
  })
  const slots = fc.array(
    fc.record({ start: fc.integer({ min: 0, max: 500 }), length: fc.integer({ min: 1, max: 60 }) }),
    { maxLength: 12 },
  )
  it('an inserted slot moves later ones back, keeps their order and lengths, and none overlaps', () => {
    fc.assert(
      fc.property(
        slots,
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 0, max: 9 }),
        (slotSizes, start, length, gap) => {
          let endMs = 0
          const others = slotSizes.map((g, i) => {
            const startsAt = Math.max(endMs + gap, g.start)
            endMs = startsAt + g.length
            return { id: `o${i}`, startsAt, endsAt: endMs, fixed: false }
          })
          const slot = { id: 'new', startsAt: start, endsAt: start + length }
          const moved = placeSlot(slot, others, () => gap)
          if (moved === null) {
            expect(
              findOverlappingSlots(
                slot,
                others.filter((o) => o.startsAt < start),
              ).length,
            ).toBeGreaterThan(0)
            return
          }
          const resultingSlots = [...others.map((o) => moved.find((m) => m.id === o.id) ?? o), slot].sort(
            (a, b) => a.startsAt - b.startsAt,
          )
          for (const [i, s] of resultingSlots.entries())
            if (i > 0) expect(s.startsAt).toBeGreaterThanOrEqual(resultingSlots[i - 1]!.endsAt)
          expect(resultingSlots.filter((s) => s.id !== 'new').map((s) => s.id)).toEqual(others.map((o) => o.id))
          for (const o of others) {
            const n = resultingSlots.find((s) => s.id === o.id)!
            expect(n.endsAt - n.startsAt).toBe(o.endsAt - o.startsAt)
          }
        },
      ),
    )
  })
  it('a dropped slot lands behind the previous one, but not before a started one ends', () => {
    const others = [
      { id: 'a', startsAt: 0, endsAt: 10, fixed: false },
      { id: 'b', startsAt: 50, endsAt: 60, fixed: true },
    ]
    expect(snapSlot({ id: 'n', startsAt: 5, endsAt: 8 }, others, () => 2)).toMatchObject({ startsAt: 12, endsAt: 15 })
    expect(snapSlot({ id: 'n', startsAt: 11, endsAt: 14 }, others, () => 2)).toMatchObject({ startsAt: 12, endsAt: 15 })
    expect(snapSlot({ id: 'n', startsAt: 30, endsAt: 33 }, others, () => 2)).toMatchObject({ startsAt: 30 })
    expect(snapSlot({ id: 'n', startsAt: 55, endsAt: 58 }, others, () => 2)).toMatchObject({ startsAt: 55 })
    expect(snapSlot({ id: 'n', startsAt: 61, endsAt: 64 }, others, () => 2)).toMatchObject({ startsAt: 62 })
  })
  it('the neighbour of a slot is the one that starts with it, before one that follows', () => {
    const [follower, simultaneous] = [
      { id: 'follower', startsAt: 30, endsAt: 40 },
      { id: 'simultaneous', startsAt: 10, endsAt: 20 },
    ]
    const tooClose = findTooCloseSlot({ id: 'n', startsAt: 10, endsAt: 20 }, [follower, simultaneous], () => 60_000)
    expect(tooClose?.other).toBe(simultaneous)
  })
  it('neighbours keep the changeover time between them', () => {
    const others = [
      { id: 'a', startsAt: 0, endsAt: 10 * 60_000 },
      { id: 'b', startsAt: 60 * 60_000, endsAt: 90 * 60_000 },
    ]
    const gap = () => 5 * 60_000
    expect(findTooCloseSlot({ id: 'n', startsAt: 15 * 60_000, endsAt: 55 * 60_000 }, others, gap)).toBeNull()
    expect(findTooCloseSlot({ id: 'n', startsAt: 14 * 60_000, endsAt: 20 * 60_000 }, others, gap)).toEqual({
      other: others[0],
      minutes: 5,
    })
    expect(findTooCloseSlot({ id: 'n', startsAt: 20 * 60_000, endsAt: 56 * 60_000 }, others, gap)).toEqual({
      other: others[1],
      minutes: 5,
    })
  })
  it('started slots never move', () => {
    expect(
      placeSlot({ id: 'n', startsAt: 0, endsAt: 15 }, [{ id: 'a', startsAt: 10, endsAt: 20, fixed: true }], () => 0),
    ).toBeNull()
  })
})

describe('orders from the ERP', () => {
  const sent = { externalNumber: 'SO-1/10', productCode: 'P15', orderedKg: 5000, customer: '安洁' }
  const storedErpLine: StoredErpLine = { values: sent, workOrderState: null }
  it.each([
    [null, sent, { kind: 'add' }],
    [storedErpLine, { ...sent, orderedKg: '5000.0' }, { kind: 'same' }],
    [storedErpLine, { ...sent, customer: '安洁 ' }, { kind: 'same' }],
    [storedErpLine, { externalNumber: 'SO-1/10', orderedKg: 6000 }, { kind: 'update', changed: ['orderedKg'] }],
    [
      { ...storedErpLine, workOrderState: 'planned' as const },
      { ...sent, orderedKg: 6000 },
      { kind: 'update', changed: ['orderedKg'] },
    ],
    [
      { ...storedErpLine, workOrderState: 'running' as const },
      { ...sent, orderedKg: 6000 },
      { kind: 'conflict', changed: ['orderedKg'] },
    ],
    [{ ...storedErpLine, workOrderState: 'running' as const }, sent, { kind: 'same' }],
    [
      { ...storedErpLine, workOrderState: 'running' as const, pending: { orderedKg: 6000 } },
      { ...sent, orderedKg: 6000 },
      { kind: 'same' },
    ],
    [
      { ...storedErpLine, workOrderState: 'running' as const, pending: { orderedKg: 6000 } },
      { externalNumber: 'SO-1/10', customer: 'B' },
      { kind: 'conflict', changed: ['orderedKg', 'customer'] },
    ],
    [
      { ...storedErpLine, workOrderState: 'running' as const, pending: { orderedKg: 6000 } },
      sent,
      { kind: 'withdrawn' },
    ],
    [
      { ...storedErpLine, workOrderState: 'running' as const, declined: { orderedKg: 6000 } },
      { ...sent, orderedKg: 6000 },
      { kind: 'same' },
    ],
    [
      { ...storedErpLine, workOrderState: 'running' as const, declined: { orderedKg: 6000 } },
      { ...sent, orderedKg: 7000 },
      { kind: 'conflict', changed: ['orderedKg'] },
    ],
    [
      { ...storedErpLine, values: { ...sent, orderedKg: null } },
      { ...sent, orderedKg: 0 },
      { kind: 'update', changed: ['orderedKg'] },
    ],
    [null, { externalNumber: 'SO-1/10' }, { kind: 'refuse', missing: ['productCode', 'orderedKg'] }],
    [storedErpLine, { orderedKg: 1 }, { kind: 'refuse', missing: ['externalNumber'] }],
  ])('%#', (before, values, decision) => {
    expect(decideImport(before, values)).toEqual(decision)
  })

  it('reads a record by paths, and only its own properties', () => {
    expect(
      mapRecord(
        { head: { no: 7, customer: { name: 'A' } }, open: true },
        {
          externalNumber: 'head.no',
          customer: 'head.customer.name',
          missing: 'head.x.y',
          trap: 'constructor.name',
          flag: 'open',
        },
      ),
    ).toEqual({ externalNumber: 7, customer: 'A', flag: 'true' })
  })
  it('a failing source is retried at growing intervals, at most a day', () => {
    const lastRunAt = new Date(0).toISOString()
    expect(
      [0, 1, 2, 30].map((failures) => calculateNextPull({ lastRunAt, everyMinutes: 15, failures }) / 60_000),
    ).toEqual([15, 30, 60, 1440])
    expect(calculateNextPull({ lastRunAt, everyMinutes: 10_080, failures: 3 })).toBe(10_080 * 60_000)
    expect(calculateNextPull({ lastRunAt: null, everyMinutes: 15, failures: 0 })).toBeLessThan(0)
  })
  it('a partial answer is not treated as complete', () => {
    expect(isCompleteAnswer([100, 40], 100, 140)).toBe(true)
    expect(isCompleteAnswer([100], 100, 140)).toBe(false)
    expect(isCompleteAnswer([100, 40], 100, null)).toBe(true)
    expect(isCompleteAnswer([100], 100, null)).toBe(false)
  })
})
