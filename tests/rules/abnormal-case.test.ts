import { describe, expect, test } from 'vitest'
import {
  casesIn,
  isOf,
  leadingOf,
  sameCase,
  withHours,
  type MeterPlace,
  type UnusualHour,
} from '@/areas/energy/rules/abnormal-case'
import { HOUR, toMoment } from '@/plant/rules/plant-time'

const BEGIN = Date.parse('2026-11-19T00:00:00Z')
const hour = (at: number, energyMeterId: string, more: Partial<UnusualHour> = {}): UnusualHour => ({
  energyMeterId,
  medium: 'electricity',
  lineId: 'SM1',
  direction: 'low',
  at: BEGIN + at * HOUR,
  used: 10,
  usual: 100,
  deviations: -8,
  ...more,
})
const place = (more: Partial<MeterPlace>): MeterPlace => ({
  parentId: null,
  lineId: 'SM1',
  allocation: 'none',
  ...more,
})
const span = (from: number, to: number) => ({
  startsAt: toMoment(BEGIN + from * HOUR),
  endsAt: toMoment(BEGIN + to * HOUR),
})

describe('which hours are one case', () => {
  test('those of a line, whatever the meter and the medium, in the same direction', () => {
    expect(sameCase(hour(0, 'fan'), hour(0, 'water', { medium: 'water' }))).toBe(true)
    expect(sameCase(hour(0, 'fan'), hour(0, 'valve', { direction: 'high' }))).toBe(false)
    expect(sameCase(hour(0, 'fan'), hour(0, 'fan', { lineId: 'SB1' }))).toBe(false)
  })
  test('a meter that serves no line stands for itself', () => {
    expect(sameCase(hour(0, 'chiller', { lineId: null }), hour(0, 'chiller', { lineId: null }))).toBe(true)
    expect(sameCase(hour(0, 'chiller', { lineId: null }), hour(0, 'boiler', { lineId: null }))).toBe(false)
  })
  test('in one run of time: an hour between them in which all was usual ends it', () => {
    const one = { lineId: 'SM1', energyMeterId: 'fan', direction: 'low' as const, ...span(2, 4) }
    expect([0, 1, 2, 3, 4, 5].map((at) => isOf(one, hour(at, 'pump')))).toEqual([false, false, true, true, true, false])
  })
})

describe('what a case comes to', () => {
  const total = { energyMeterId: 'total', used: 40, usual: 400, deviations: -20 }
  const one = withHours([], [hour(0, 'fan'), hour(0, 'pump')])
  const grown = withHours(one.meters, [hour(1, 'fan', { deviations: -12 }), hour(1, 'total', total)])
  test('the span from the first to the last hour, and each meter with its own', () => {
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
  test('an hour that is judged again counts once', () => {
    expect(withHours(grown.meters, [hour(1, 'fan'), hour(1, 'total', total)])).toEqual(grown)
  })
  test('the uppermost of its own meters names it, then what differs most', () => {
    const places = new Map([
      ['mains', place({ lineId: null })],
      ['total', place({ parentId: 'mains' })],
      ['fan', place({ parentId: 'total' })],
      ['pump', place({ parentId: 'total' })],
    ])
    const above = withHours(grown.meters, [hour(1, 'mains', { lineId: null, used: 0, usual: 900 })])
    expect(leadingOf(above.meters, places).energyMeterId).toBe('total')
    expect(leadingOf(grown.meters.slice(0, 2), places).energyMeterId).toBe('fan')
  })
  test('electricity comes before other media, whose figures are no kWh', () => {
    const mixed = withHours([], [hour(0, 'water', { medium: 'water', used: 0, usual: 900 }), hour(0, 'fan')])
    expect(leadingOf(mixed.meters, new Map()).energyMeterId).toBe('fan')
  })
})

describe('a stop of two hours', () => {
  const meters = Array.from({ length: 18 }, (_, i) => `m${i}`)
  const whose = (stretch: UnusualHour[][], places: ReadonlyMap<string, MeterPlace>) =>
    casesIn(stretch, places).map((one) => [one.lineId, one.direction, one.hours, one.meters.length])
  test('that all meters of a line feel is one case, and what takes too much meanwhile is another', () => {
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
  test('is why a meter above the line is off, where the line makes the greater part of it', () => {
    expect(whose([[mains(-1000), ...line]], places)).toEqual([['SM1', 'low', 1, 3]])
    expect(whose([[mains(-1900), ...line]], places)).toEqual([
      [null, 'low', 1, 1],
      ['SM1', 'low', 1, 2],
    ])
  })
  test('is why what lines share has less to do, unless another line stands as well; that it takes more is its own story', () => {
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
})
