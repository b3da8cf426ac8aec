import { expect, it } from 'vitest'
import {
  getEntryDelay,
  getForecastSpan,
  getDrawnEnd,
  hasRoomForProduct,
  fitOrderNumber,
  toPercent,
  assignShelves,
  buildTicks,
} from '@/areas/scheduling/client/time-scale'

const HOUR = 3_600_000
const from = Date.parse('2026-11-23T12:00:00Z')
const zone = 'Asia/Shanghai'

it.each([
  [26, 1030],
  [74, 1030],
  [170, 1030],
  [722, 1030],
  [26, 500],
  [722, 500],
  [722, 200],
])('leaves the labels of %d hours over %d px apart', (hours, width) => {
  const scale = { from, to: from + hours * HOUR }
  const places = buildTicks(scale, zone, width).map(({ time: at }) => (toPercent(scale, at) / 100) * width)
  expect(places.length).toBeGreaterThan(1)
  for (let i = 1; i < places.length; i++) expect(places[i]! - places[i - 1]!).toBeGreaterThanOrEqual(44)
})
it('labels midnight of the plant with its day', () => {
  const [first] = buildTicks({ from, to: from + 26 * HOUR }, zone, 1030).filter(({ isMidnight: day }) => day)
  expect(first).toMatchObject({ label: '11-24', time: Date.parse('2026-11-23T16:00:00Z') })
})
it.each([
  [200, false, ['WO261118-001']],
  [116, false, ['WO261118-001']],
  [115, false, ['261118-001']],
  [98, false, ['1118-001']],
  [81, false, ['18-001']],
  [85, true, ['18-001']],
  [64, false, ['18-', '001']],
  [60, true, ['18-', '001']],
  [58, true, []],
  [40, false, ['18-', '001']],
  [30, false, []],
])('shows of a number in %d px, with a sign for trouble %s: %j', (room, trouble, shown) => {
  expect(fitOrderNumber('WO261118-001', room, trouble)).toEqual(shown)
})
it('gives a bar of one line no part of a number that orders of other days have too', () => {
  const shown = [200, 64, 47].map((room) => fitOrderNumber('WO261120-001', room, false, 1))
  expect(shown).toEqual([['WO261120-001'], [], []])
})
it('never shortens a number to what orders of another day have too', () => {
  const numbers = ['WO261127-001', 'WO261128-001', 'WO261128-002', 'WO-7', 'A1']
  for (let room = 20; room < 200; room++) {
    const shown = numbers.map((number) => fitOrderNumber(number, room, false).join('')).filter(Boolean)
    expect(new Set(shown).size, `${room} px`).toBe(shown.length)
  }
})
it('shows a product only where it can be read', () => {
  expect([hasRoomForProduct(72), hasRoomForProduct(71)]).toEqual([true, false])
})
it('tells by how much an order is late, by its forecast where there is one', () => {
  const order = { late: true, dueAt: '2026-11-24T00:00:00Z', forecastEnd: null, endsAt: '2026-11-24T03:00:00Z' }
  const now = Date.parse('2026-11-23T00:00:00Z')
  expect(getEntryDelay(order, now)).toBe(3 * HOUR)
  expect(getEntryDelay({ ...order, forecastEnd: '2026-11-24T05:00:00Z' }, now)).toBe(5 * HOUR)
  expect(getEntryDelay({ ...order, late: false }, now)).toBeNull()
  expect(getEntryDelay({ ...order, dueAt: null }, now)).toBeNull()
  // An expected end in the past counts as now.
  expect(getEntryDelay({ ...order, endsAt: '2026-11-23T20:00:00Z' }, Date.parse('2026-11-24T01:00:00Z'))).toBe(HOUR)
})

it('puts bars that would lie over each other below each other, the earlier one above', () => {
  const bar = (id: string, begin: number, end: number, row = 0) => ({ id, row, from: begin, to: end })
  const shelves = assignShelves([
    bar('runs over', 0, 8),
    bar('next', 6, 10),
    bar('after', 10, 12),
    bar('elsewhere', 6, 10, 1),
    bar('long', 20, 30),
    bar('b', 21, 23),
    bar('c', 24, 26),
  ])
  expect(Object.fromEntries(shelves)).toEqual({
    'runs over': { index: 0, count: 2 },
    next: { index: 1, count: 2 },
    long: { index: 0, count: 2 },
    b: { index: 1, count: 2 },
    c: { index: 1, count: 2 },
  })
})
it('ends what runs where it is forecast to end, and all else as planned', () => {
  const forecastEnd = new Date(from).toISOString()
  expect(getDrawnEnd({ state: 'running', forecastEnd }, from + HOUR)).toBe(from)
  expect(getDrawnEnd({ state: 'running', forecastEnd: null }, from + HOUR)).toBe(from + HOUR)
  expect(getDrawnEnd({ state: 'planned', forecastEnd }, from + HOUR)).toBe(from + HOUR)
})
it('draws what is still to come of what is made: behind its bar, and of what pauses from where it can go on', () => {
  const moment = (hours: number) => new Date(from + hours * HOUR).toISOString()
  const running = { state: 'running', forecastEnd: moment(3), forecastFrom: null }
  expect(getForecastSpan(running, from)).toEqual({ from, to: from + 3 * HOUR })
  expect(getForecastSpan({ ...running, state: 'paused' }, from)).toEqual({ from, to: from + 3 * HOUR })
  const waits = { ...running, state: 'paused', forecastFrom: moment(2) }
  expect(getForecastSpan(waits, from)).toEqual({ from: from + 2 * HOUR, to: from + 3 * HOUR })
  expect(getForecastSpan(running, from + 4 * HOUR)).toBeNull()
  expect(getForecastSpan({ ...running, state: 'planned' }, from)).toBeNull()
})
