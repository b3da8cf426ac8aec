import { describe, expect, it } from 'vitest'
import { buildMeterReadings, type LiveMeter } from '@/demo/live/meter-readings'

const HALL = 'hall'
const BASE = '2026-11-20T02:00:00.000Z'
const buildMeter = (code: string, lineCode: string | null, more: Partial<LiveMeter> = {}): LiveMeter => ({
  code,
  unit: 'kWh',
  areaId: HALL,
  lineCode,
  kind: lineCode === null ? null : 'spunbond',
  baseValue: 1000,
  baseAt: BASE,
  ...more,
})
const parts = ['EXT', 'FAN', 'QCH', 'CAL', 'WND'].map((stem) => buildMeter(`SB1-E-${stem}`, 'SB1'))
const meters = [
  buildMeter('SB1-E', 'SB1'),
  ...parts,
  buildMeter('EM1-YD', null),
  buildMeter('EM1-M1', null),
  buildMeter('X-1', null),
]
const never = () => false
const toTimeMs = (minutes: number) => Date.parse(BASE) + minutes * 60_000
const buildReadings = (minutes: number, stands: (line: string, at: number) => boolean = never, all = meters) =>
  buildMeterReadings(all, toTimeMs(minutes), 'Asia/Shanghai', stands)
const last = (readings: ReturnType<typeof buildReadings>, code: string) =>
  readings.findLast((one) => one.tag === code)!.value

describe('meters of the demonstration at work', () => {
  it('report readings since the last reported quarter, and none of an unfinished quarter', () => {
    expect(buildReadings(14)).toEqual([])
    const readings = buildReadings(47).filter((one) => one.tag === 'SB1-E-EXT')
    expect(readings.map((one) => one.at)).toEqual([
      '2026-11-20T02:15:00.000Z',
      '2026-11-20T02:30:00.000Z',
      '2026-11-20T02:45:00.000Z',
    ])
    expect(buildReadings(47)).toEqual(buildReadings(59))
  })
  it('count by the running hours of their line: 900 kW × 34 % while it runs, 7 % while it stands', () => {
    expect(last(buildReadings(60), 'SB1-E-EXT') - 1000).toBeGreaterThan(306 * 0.96)
    expect(last(buildReadings(60), 'SB1-E-EXT') - 1000).toBeLessThan(306 * 1.04)
    const standingKwh =
      last(
        buildReadings(60, () => true),
        'SB1-E-EXT',
      ) - 1000
    expect(standingKwh).toBeGreaterThan(63 * 0.96)
    expect(standingKwh).toBeLessThan(63 * 1.04)
    // The line stood for the second half hour.
    const half =
      last(
        buildReadings(60, (_line, moment) => moment >= toTimeMs(30)),
        'SB1-E-EXT',
      ) - 1000
    expect(half).toBeGreaterThan(((306 + 63) / 2) * 0.96)
    expect(half).toBeLessThan(((306 + 63) / 2) * 1.04)
  })
  it('of a group count the meters below them, plus losses', () => {
    const readings = buildReadings(60)
    const below = parts.reduce((sum, { code }) => sum + last(readings, code) - 1000, 0)
    expect(last(readings, 'SB1-E') - 1000).toBeCloseTo(below * 1.018, 0)
    // Of the meters below the transformer only those of the line exist here; the hall's meters follow their own curve.
    expect(last(readings, 'EM1-M1')).toBeGreaterThan(last(readings, 'SB1-E'))
  })
  it('send at most one day of readings, and none for meters outside the demonstration', () => {
    const readings = buildReadings(3 * 24 * 60)
    expect(readings.filter((one) => one.tag === 'EM1-YD')).toHaveLength(96)
    expect(readings.filter((one) => one.tag === 'X-1')).toEqual([])
    expect(buildReadings(60, never, [buildMeter('SB1-E-EXT', 'SB1', { baseAt: null, baseValue: null })])).toEqual([])
  })
})
