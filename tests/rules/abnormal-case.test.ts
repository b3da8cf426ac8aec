import { describe, expect, test } from 'vitest'
import { findLeadingMeter, mergeHours, type MeterPosition, type UnusualHour } from '@/areas/energy/rules/abnormal-case'
import {
  buildCases,
  isSameCase,
  mergeCaseMeters,
  emptyCaseContext,
  groupByEvent,
  isSameCause,
  listOverlappingStops,
  type CaseContext,
  type StoredCase,
} from '@/areas/energy/rules/abnormal-cause'
import { HOUR_MS, toMoment } from '@/plant/rules/plant-time'

const BEGIN = Date.parse('2026-11-19T00:00:00Z')
const hour = (hourIndex: number, energyMeterId: string, more: Partial<UnusualHour> = {}): UnusualHour => ({
  energyMeterId,
  medium: 'electricity',
  lineId: 'SM1',
  direction: 'low',
  at: BEGIN + hourIndex * HOUR_MS,
  used: 10,
  usual: 100,
  deviations: -8,
  ...more,
})
const place = (more: Partial<MeterPosition>): MeterPosition => ({
  parentId: null,
  lineId: 'SM1',
  allocation: 'none',
  ...more,
})
const span = (from: number, to: number) => ({
  startsAt: toMoment(BEGIN + from * HOUR_MS),
  endsAt: toMoment(BEGIN + to * HOUR_MS),
})

const stopped = (lineId: string, from: number, to: number) => ({
  id: `${lineId}/${from}`,
  lineId,
  from: BEGIN + from * HOUR_MS,
  to: BEGIN + to * HOUR_MS,
})

describe('hours belong to one case', () => {
  test('if they concern one line in the same direction, whatever the meter and the medium', () => {
    expect(isSameCause(hour(0, 'fan'), hour(0, 'water', { medium: 'water' }))).toBe(true)
    expect(isSameCause(hour(0, 'fan'), hour(0, 'valve', { direction: 'high' }))).toBe(false)
    expect(isSameCause(hour(0, 'fan'), hour(0, 'fan', { lineId: 'SB1' }))).toBe(false)
  })
  test('a meter without a line forms its own case', () => {
    expect(isSameCause(hour(0, 'chiller', { lineId: null }), hour(0, 'chiller', { lineId: null }))).toBe(true)
    expect(isSameCause(hour(0, 'chiller', { lineId: null }), hour(0, 'boiler', { lineId: null }))).toBe(false)
  })
  test('if they are consecutive: a normal hour between them ends the case', () => {
    const one = { lineId: 'SM1', energyMeterId: 'fan', direction: 'low' as const, ...span(2, 4) }
    const is = (at: number) => isSameCase(one, { ...one, energyMeterId: 'pump', ...span(at, at + 1) }, [])
    expect([0, 1, 2, 3, 4, 5].map(is)).toEqual([false, true, true, true, true, false])
  })
  test('or fall within one stop, whatever the hours between them', () => {
    const one = { lineId: 'SM1', energyMeterId: 'fan', direction: 'low' as const, ...span(2, 4) }
    const later = { ...one, ...span(6, 7) }
    const stop = stopped('SM1', 2.5, 6.5)
    expect([isSameCase(one, later, []), isSameCase(one, later, [stop])]).toEqual([false, true])
    expect(isSameCase(one, later, [stopped('SB1', 2.5, 6.5)])).toBe(false)
  })
})

describe('the result of a case', () => {
  const total = { energyMeterId: 'total', used: 40, usual: 400, deviations: -20 }
  const firstMerge = mergeHours([], [hour(0, 'fan'), hour(0, 'pump')])
  const grown = mergeHours(firstMerge.meters, [hour(1, 'fan', { deviations: -12 }), hour(1, 'total', total)])
  test('spans the first to the last hour, and includes each meter with its values', () => {
    expect(grown).toMatchObject({ ...span(0, 2), hours: 2, deviations: -20 })
    expect(grown.meters).toEqual([
      {
        energyMeterId: 'fan',
        medium: 'electricity',
        ...span(0, 2),
        hours: 2,
        used: 20,
        usual: 200,
        excess: -180,
        deviations: -12,
      },
      {
        energyMeterId: 'pump',
        medium: 'electricity',
        ...span(0, 1),
        hours: 1,
        used: 10,
        usual: 100,
        excess: -90,
        deviations: -8,
      },
      {
        energyMeterId: 'total',
        medium: 'electricity',
        ...span(1, 2),
        hours: 1,
        used: 40,
        usual: 400,
        excess: -360,
        deviations: -20,
      },
    ])
  })
  test('counts an hour that is judged again once', () => {
    expect(mergeHours(grown.meters, [hour(1, 'fan'), hour(1, 'total', total)])).toEqual(grown)
  })
  test('is named after its topmost meter, then after the largest difference', () => {
    const places = new Map([
      ['mains', place({ lineId: null })],
      ['total', place({ parentId: 'mains' })],
      ['fan', place({ parentId: 'total' })],
      ['pump', place({ parentId: 'total' })],
    ])
    const above = mergeHours(grown.meters, [hour(1, 'mains', { lineId: null, used: 0, usual: 900 })])
    expect(findLeadingMeter(above.meters, places, 'SM1').energyMeterId).toBe('total')
    expect(findLeadingMeter(grown.meters.slice(0, 2), places, 'SM1').energyMeterId).toBe('fan')
  })
  test('lists electricity before other media, whose values are no kWh', () => {
    const mixed = mergeHours([], [hour(0, 'water', { medium: 'water', used: 0, usual: 900 }), hour(0, 'fan')])
    expect(findLeadingMeter(mixed.meters, new Map(), null).energyMeterId).toBe('fan')
  })
})

describe('a stop of two hours', () => {
  const meters = Array.from({ length: 18 }, (_, i) => `m${i}`)
  const whose = (
    stretch: UnusualHour[][],
    places: ReadonlyMap<string, MeterPosition>,
    more: Partial<CaseContext> = {},
  ) =>
    buildCases(stretch, { ...emptyCaseContext, meterPositions: places, ...more }).map((one) => [
      one.lineId,
      one.direction,
      one.hours,
      one.meters.length,
    ])
  test('is one case for all meters of the line; excess use during the stop is another case', () => {
    const stop = [1, 2].map((at) => [
      ...meters.map((meter) => hour(at, meter)),
      hour(at, 'valve', { direction: 'high', usual: 5, deviations: 6 }),
      hour(at, 'elsewhere', { lineId: 'SB1' }),
    ])
    expect(whose([[], ...stop, [], [hour(4, 'm0')]], new Map())).toEqual([
      ['SM1', 'low', 2, 18],
      ['SM1', 'high', 2, 1],
      ['SB1', 'low', 2, 1],
      ['SM1', 'low', 1, 1],
    ])
  })
  const places = new Map([
    ['mains', place({ lineId: null })],
    ['total', place({ parentId: 'mains' })],
    ['fan', place({ parentId: 'total' })],
    ['chiller', place({ parentId: 'mains', lineId: null, allocation: 'runHours' })],
    ['lights', place({ parentId: 'mains', lineId: null })],
  ])
  const total = hour(0, 'total', { used: 100, usual: 1000 })
  const line = [total, hour(0, 'fan', { used: 50, usual: 600 })]
  const mains = (excess: number) => hour(0, 'mains', { lineId: null, used: 5000 + excess, usual: 5000 })
  test('explains a meter above the line if the line causes most of its difference', () => {
    expect(whose([[mains(-1000), ...line]], places)).toEqual([['SM1', 'low', 1, 3]])
    expect(whose([[mains(-1900), ...line]], places)).toEqual([
      [null, 'low', 1, 1],
      ['SM1', 'low', 1, 2],
    ])
  })
  test('explains lower use of shared meters, unless another line stands as well; higher use is a separate case', () => {
    const chiller = hour(0, 'chiller', { lineId: null })
    const lights = hour(0, 'lights', { lineId: null })
    expect(whose([[chiller, lights, ...line]], places)).toEqual([
      ['SM1', 'low', 1, 3],
      [null, 'low', 1, 1],
    ])
    expect(whose([[chiller, ...line, hour(0, 'other', { lineId: 'SB1' })]], places)[0]).toEqual([null, 'low', 1, 1])
    const high = { direction: 'high', used: 200 } as const
    expect(whose([[hour(0, 'chiller', { lineId: null, ...high }), hour(0, 'total', high)]], places)).toHaveLength(2)
  })
  test('is one case with all lower use during the stop: shared meters, and lines that process its output', () => {
    const hours = [
      ...line,
      hour(0, 'chiller', { lineId: null }),
      hour(0, 'lights', { lineId: null }),
      hour(0, 'slitter', { lineId: 'SL1' }),
      hour(0, 'other slitter', { lineId: 'SL2' }),
      hour(0, 'boiler', { lineId: null, medium: 'gas' }),
      hour(0, 'valve', { lineId: null, direction: 'high', used: 200 }),
    ]
    const around = { stops: [stopped('SM1', -0.5, 1.5)], followerLines: new Set(['SL1', 'SL2']) }
    expect(whose([hours], places, around)).toEqual([
      ['SM1', 'low', 1, 7],
      [null, 'high', 1, 1],
    ])
    // A slitter that stands itself is its own event; a line that stands, too, and what is shared goes to the greater loss.
    expect(whose([hours], places, { ...around, stops: [...around.stops, stopped('SL2', 0, 1)] })).toEqual([
      ['SM1', 'low', 1, 6],
      ['SL2', 'low', 1, 1],
      [null, 'high', 1, 1],
    ])
    const second = hour(0, 'second', { lineId: 'SB1', used: 700, usual: 1000 })
    expect(
      whose([[...hours, second]], places, { ...around, stops: [...around.stops, stopped('SB1', 0, 1)] }).slice(0, 2),
    ).toEqual([
      ['SM1', 'low', 1, 7],
      [null, 'high', 1, 1],
    ])
  })
  test('continues over a normal hour while the stop lasts', () => {
    const stretch = [[hour(0, 'total')], [], [hour(2, 'total')]]
    expect(whose(stretch, places, { stops: [stopped('SM1', 0.2, 2.9)] })).toEqual([['SM1', 'low', 3, 1]])
    expect(whose(stretch, places)).toHaveLength(2)
  })
  test('is named after the stop that covers most of the time', () => {
    const [short, long] = [stopped('SM1', 0, 0.5), stopped('SM1', 0.6, 3)]
    const all = [short, stopped('SB1', 0, 3), long, stopped('SM1', 5, 6)]
    expect(listOverlappingStops(all, 'SM1', [BEGIN, BEGIN + 2 * HOUR_MS])).toEqual([long, short])
    expect(listOverlappingStops(all, null, [BEGIN, BEGIN + 2 * HOUR_MS])).toEqual([])
  })
})

describe('cases stored separately', () => {
  const storedCase = (id: string, more: Partial<StoredCase>): StoredCase => ({
    id,
    energyMeterId: id,
    lineId: null,
    direction: 'low',
    ...span(0, 1),
    meters: mergeHours([], [hour(0, id)]).meters,
    ...more,
  })
  const around: CaseContext = {
    meterPositions: new Map(),
    stops: [stopped('SM1', 0.2, 2.9)],
    followerLines: new Set(['SL1']),
  }
  const groups = (cases: readonly StoredCase[]) => groupByEvent(cases, around).map((group) => group.map(({ id }) => id))
  test('are merged if a stop covers them: the case of the line stays', () => {
    const all = [
      storedCase('chiller', {}),
      storedCase('slitter', { lineId: 'SL1' }),
      storedCase('line', { lineId: 'SM1', ...span(0, 2) }),
      storedCase('again', { lineId: 'SM1', ...span(2, 3) }),
      storedCase('valve', { direction: 'high' }),
      storedCase('later', { ...span(4, 5) }),
      storedCase('other', { lineId: 'SB1' }),
    ]
    expect(groups(all)).toEqual([['line', 'again', 'chiller', 'slitter']])
    // Joined once, there is nothing left to join.
    expect(groups([all[2]!, ...all.slice(4)])).toEqual([])
  })
  test('are merged if they are duplicates', () => {
    expect(groups([storedCase('chiller', {}), storedCase('twice', { energyMeterId: 'chiller' })])).toEqual([
      ['chiller', 'twice'],
    ])
  })
  test('list each meter once: different hours add up, equal hours do not', () => {
    const first = mergeHours([], [hour(0, 'fan'), hour(0, 'pump')])
    const second = mergeHours([], [hour(2, 'fan', { deviations: -20 }), hour(0, 'pump')])
    expect(mergeCaseMeters([first, second])).toMatchObject([
      { energyMeterId: 'fan', hours: 2, used: 20, usual: 200, excess: -180, deviations: -20, ...span(0, 3) },
      { energyMeterId: 'pump', hours: 1, used: 10, ...span(0, 1) },
    ])
  })
})
