import { describe, expect, it } from 'vitest'
import { buildMeterReadings, type LiveMeter } from '@/demo/live/meter-readings'

const HALL = 'hall'
const BASE = '2026-11-20T02:00:00.000Z'
const of = (code: string, line: string | null, more: Partial<LiveMeter> = {}): LiveMeter => ({
  code,
  unit: 'kWh',
  areaId: HALL,
  line,
  kind: line === null ? null : 'spunbond',
  baseValue: 1000,
  baseAt: BASE,
  ...more,
})
const parts = ['EXT', 'FAN', 'QCH', 'CAL', 'WND'].map((stem) => of(`SB1-E-${stem}`, 'SB1'))
const meters = [of('SB1-E', 'SB1'), ...parts, of('EM1-YD', null), of('EM1-M1', null), of('X-1', null)]
const never = () => false
const at = (minutes: number) => Date.parse(BASE) + minutes * 60_000
const shown = (minutes: number, stands: (line: string, at: number) => boolean = never, all = meters) =>
  buildMeterReadings(all, at(minutes), 'Asia/Shanghai', stands)
const last = (readings: ReturnType<typeof shown>, code: string) => readings.findLast((one) => one.tag === code)!.value

describe('meters of the demonstration at work', () => {
  it('show what came since the last quarter that they told of, and nothing of a quarter that is not over', () => {
    expect(shown(14)).toEqual([])
    const readings = shown(47).filter((one) => one.tag === 'SB1-E-EXT')
    expect(readings.map((one) => one.at)).toEqual([
      '2026-11-20T02:15:00.000Z',
      '2026-11-20T02:30:00.000Z',
      '2026-11-20T02:45:00.000Z',
    ])
    expect(shown(47)).toEqual(shown(59))
  })
  it('count by the hours that their line ran: 900 kW × 34 % while it runs, 7 % while it stands', () => {
    expect(last(shown(60), 'SB1-E-EXT') - 1000).toBeGreaterThan(306 * 0.96)
    expect(last(shown(60), 'SB1-E-EXT') - 1000).toBeLessThan(306 * 1.04)
    const standing =
      last(
        shown(60, () => true),
        'SB1-E-EXT',
      ) - 1000
    expect(standing).toBeGreaterThan(63 * 0.96)
    expect(standing).toBeLessThan(63 * 1.04)
    // It stood for the second half hour.
    const half =
      last(
        shown(60, (_line, moment) => moment >= at(30)),
        'SB1-E-EXT',
      ) - 1000
    expect(half).toBeGreaterThan(((306 + 63) / 2) * 0.96)
    expect(half).toBeLessThan(((306 + 63) / 2) * 1.04)
  })
  it('of others count those below them, and what is lost on the way', () => {
    const readings = shown(60)
    const below = parts.reduce((sum, { code }) => sum + last(readings, code) - 1000, 0)
    expect(last(readings, 'SB1-E') - 1000).toBeCloseTo(below * 1.018, 0)
    // The line is the only one below the transformer whose meters there are; those of the hall count by a course of their own.
    expect(last(readings, 'EM1-M1')).toBeGreaterThan(last(readings, 'SB1-E'))
  })
  it('send at most a day of what they kept, and nothing of a meter that is not the demonstration’s', () => {
    const readings = shown(3 * 24 * 60)
    expect(readings.filter((one) => one.tag === 'EM1-YD')).toHaveLength(96)
    expect(readings.filter((one) => one.tag === 'X-1')).toEqual([])
    expect(shown(60, never, [of('SB1-E-EXT', 'SB1', { baseAt: null, baseValue: null })])).toEqual([])
  })
})
