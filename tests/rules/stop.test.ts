import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calculateStopMetrics,
  buildStopPareto,
  calculateMergedStoppedMs,
  type AnalysedStop,
} from '@/areas/reports/rules/stop-analysis'
import { countRemindersDue, detectStops, reconcileStops } from '@/plant/rules/stop-detection'
import { stopReasons } from '@/plant/rules/stop-reasons'

const MIN = 60_000
const HOUR = 60 * MIN
const speeds = (...given: readonly (readonly [number, number])[]) =>
  given.map(([minute, speed]) => ({ at: minute * MIN, speed }))

describe('stops from the speed of a line', () => {
  it('opens below the lower limit, closes at the upper; creeping in between changes nothing', () => {
    const stops = detectStops(speeds([0, 300], [1, 2], [2, 0], [3, 12], [4, 3], [5, 25], [6, 300]), null)
    expect(stops).toEqual([{ startsAt: MIN, endsAt: 5 * MIN }])
  })
  it('a short drop is no stop', () => {
    expect(
      detectStops(
        [
          { at: 0, speed: 300 },
          { at: 30_000, speed: 0 },
          { at: 60_000, speed: 300 },
        ],
        null,
      ),
    ).toEqual([])
  })
  it('stays open while the line stands, and continues from the stored state', () => {
    const [open] = detectStops(speeds([0, 300], [1, 0], [3, 0]), null)
    expect(open).toEqual({ startsAt: MIN, endsAt: null })
    expect(detectStops(speeds([4, 0], [9, 300]), open!)).toEqual([{ startsAt: MIN, endsAt: 9 * MIN }])
  })
  it('missing readings open nothing: a dead sensor is not a stopped line', () => {
    expect(detectStops(speeds([0, 300], [1, 0], [30, 300]), null)).toEqual([])
    expect(detectStops(speeds([60, 300]), { startsAt: 0, endsAt: null })).toEqual([{ startsAt: 0, endsAt: 60 * MIN }])
  })
  it('reading all at once or in pieces gives the same stops', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 3, 10, 25, 300), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 59 }),
        (values, cut) => {
          const readings = values.map((speed, i) => ({ at: i * MIN, speed }))
          const whole = detectStops(readings, null)
          const head = detectStops(readings.slice(0, cut), null)
          const open = head.at(-1)?.endsAt === null ? head.at(-1)! : null
          // A stand shorter than a stop at the cut is only seen with what comes before it: read from there.
          const from = open
            ? cut
            : Math.max(
                0,
                readings.slice(0, cut).findLastIndex((r) => r.speed >= 20),
              )
          const tail = detectStops(readings.slice(from), open)
          expect([...head.filter((s) => s.endsAt !== null), ...tail]).toEqual(whole)
        },
      ),
    )
  })
  it('detection fills only the gaps between and around manually entered stops', () => {
    const buildSpeedStop = (id: string, from: number, to: number) => ({
      id,
      startsAt: from * MIN,
      endsAt: to * MIN,
      isAutomatic: false,
    })
    const detected = [{ startsAt: 0, endsAt: 240 * MIN }]
    // The later one was told first.
    const stored = [buildSpeedStop('later', 120, 180), buildSpeedStop('earlier', 30, 60)]
    expect(reconcileStops(detected, stored, { from: 0, to: null })).toEqual({
      additions: [
        { startsAt: 0, endsAt: 30 * MIN },
        { startsAt: 60 * MIN, endsAt: 120 * MIN },
        { startsAt: 180 * MIN, endsAt: 240 * MIN },
      ],
      changes: [],
      removedIds: [],
    })
  })
  it('triggers reminders if it is long and has no reason', () => {
    const stop = { startsAt: 0, endsAt: null, reason: null }
    expect(countRemindersDue(stop, 9 * MIN)).toBe(0)
    expect(countRemindersDue(stop, 25 * MIN)).toBe(2)
    expect(countRemindersDue({ ...stop, reason: 'webBreak' }, 999 * MIN)).toBe(0)
    expect(countRemindersDue({ ...stop, endsAt: 5 * MIN }, 999 * MIN)).toBe(0)
  })
})

describe('analysis', () => {
  const period = { from: 0, to: 100 * HOUR }
  const classes = new Map(
    (['planned', 'unplanned'] as const).flatMap((of) =>
      stopReasons[of].map((reason) => [reason as string, of] as const),
    ),
  )
  const stop = (from: number, to: number | null, reason: string | null): AnalysedStop => ({
    lineId: 'l',
    startsAt: from * HOUR,
    endsAt: to === null ? null : to * HOUR,
    reason,
    class: classes.get(reason ?? '') ?? null,
  })
  const stops = [stop(10, 14, 'webBreak'), stop(20, 21, 'webBreak'), stop(30, 40, 'orderChange'), stop(50, 52, null)]
  it('Pareto by hours, with the cumulative percent', () => {
    expect(buildStopPareto(stops, period).map((r) => [r.reason, r.count, r.hours, Math.round(r.cumulative)])).toEqual([
      ['orderChange', 1, 10, 59],
      ['webBreak', 2, 5, 88],
      ['unknown', 1, 2, 100],
    ])
    expect(buildStopPareto([], period)).toEqual([])
  })
  it('MTBF and MTTR count unplanned stops; availability excludes planned ones', () => {
    const f = calculateStopMetrics(stops, period)
    expect(f).toMatchObject({
      stops: 4,
      unplanned: 2,
      mdtHours: 2.5,
      plannedHours: 10,
      unplannedHours: 5,
      unknownHours: 2,
    })
    expect(f.mtbsHours).toBeCloseTo((100 - 17) / 2, 9)
    expect(f.availabilityPercent).toBeCloseTo((83 / 90) * 100, 9)
    expect(calculateStopMetrics([], period)).toMatchObject({
      mtbsHours: null,
      mdtHours: null,
      availabilityPercent: 100,
    })
  })
  it('counts a running stop until now, as not yet restored', () => {
    expect(calculateStopMetrics([stop(90, null, 'blower')], period)).toMatchObject({
      unplannedHours: 10,
      mdtHours: null,
    })
  })
  it('counts two simultaneous stops once', () => {
    expect(calculateMergedStoppedMs([stop(0, 10, 'drip'), stop(5, 12, null), stop(6, 7, 'drip')], period)).toBe(
      12 * HOUR,
    )
  })
  it('no reason is both planned and unplanned', () => {
    expect(classes.size).toBe(stopReasons.planned.length + stopReasons.unplanned.length)
  })
})
