import { describe, expect, it } from 'vitest'
import { judgeEntry, type ReadingFormEntry } from '@/areas/equipment/client/meters/judge-entry'
import { calculateDailyUse, calculateUsualRate } from '@/areas/equipment/client/meters/use-readings'
import { getCalibrationState } from '@/areas/equipment/client/meters/calibration'

const zone = 'Asia/Shanghai'
const toMoment = (day: number, hour = 0) => new Date(Date.UTC(2026, 10, day, hour)).toISOString()

describe('use a day', () => {
  it('spreads a week over its days: 140 in 7 days are 20 a day', () => {
    expect(
      calculateDailyUse(
        [
          { readAt: toMoment(15), used: 140 },
          { readAt: toMoment(8), used: 70 },
        ],
        zone,
      ),
    ).toEqual([{ day: '2026-11-15', perDay: 20 }])
  })
  it('adds several readings of one day of the plant', () => {
    // 16:00 UTC is midnight in Shanghai: 15:00 and 16:00 are two days.
    const readings = [
      { readAt: toMoment(3, 16), used: 5 },
      { readAt: toMoment(3, 15), used: 8 },
      { readAt: toMoment(3, 3), used: 4 },
      { readAt: toMoment(2, 3), used: 1 },
    ]
    // 4 + 8 over the 36 h from 2 Nov 03:00 to 3 Nov 15:00 are 8 a day; 5 in one hour are 120 a day.
    expect(calculateDailyUse(readings, zone)).toEqual([
      { day: '2026-11-03', perDay: 8 },
      { day: '2026-11-04', perDay: 120 },
    ])
  })
  it('says nothing of a single reading', () =>
    expect(calculateDailyUse([{ readAt: toMoment(1), used: 9 }], zone)).toEqual([]))
})

describe('usual use', () => {
  it('leaves out what was used before the first reading of the 30 days', () => {
    // 48 in 48 h; the 1000 of the oldest reading were used before it.
    expect(
      calculateUsualRate([
        { readAt: toMoment(20), used: 24 },
        { readAt: toMoment(19), used: 24 },
        { readAt: toMoment(18), used: 1000 },
      ]),
    ).toBe(1)
  })
  it('is unknown within the first day, and without readings', () => {
    expect(
      calculateUsualRate([
        { readAt: toMoment(20, 5), used: 3 },
        { readAt: toMoment(20), used: 3 },
      ]),
    ).toBeNull()
    expect(calculateUsualRate([])).toBeNull()
  })
})

const blank: ReadingFormEntry = {
  value: null,
  oldFinal: null,
  newStart: null,
  jumpConfirmed: false,
  exchanged: false,
  images: [],
  note: null,
}
const counter = { counter: true, rollsOverAt: 100_000, rangeLow: null, rangeHigh: null }
const previousReading = { readAt: toMoment(1), value: 99_990 }
const judgeWithDefaults = (
  entry: Partial<ReadingFormEntry>,
  of = counter as Parameters<typeof judgeEntry>[0],
  usual: number | null = 1,
) => judgeEntry(of, previousReading, usual, { ...blank, ...entry }, toMoment(2))

describe('an entry while it is typed', () => {
  it.each<[string, Partial<ReadingFormEntry>, string | null, boolean]>([
    ['nothing yet', {}, null, false],
    ['text that is no number', { value: '12a' }, null, false],
    ['9 in a day', { value: 99_999 }, 'ok', true],
    ['past the end of the counter', { value: 5 }, 'rollOver', true],
    ['a falling counter', { value: 50_000 }, 'backwards', false],
    ['more than the counter shows', { value: 100_000 }, 'aboveCounter', false],
    ['below zero', { value: -1 }, 'notAValue', false],
    ['an exchange half told', { value: 50, exchanged: true, oldFinal: 99_995 }, null, false],
    ['an exchange', { value: 15, exchanged: true, oldFinal: 99_995, newStart: 10 }, 'exchange', true],
  ])('%s', (_what, entry, verdict, ready) => {
    const judged = judgeWithDefaults(entry)
    expect(judged.check?.verdict ?? null).toBe(verdict)
    expect(judged.canSave).toBe(ready)
  })
  it('a jump waits until somebody has looked again', () => {
    const slow = { ...counter, rollsOverAt: null }
    expect(judgeWithDefaults({ value: 100_231 }, slow).check?.verdict).toBe('jump') // 241 in 24 h at a usual 1 an hour
    expect(judgeWithDefaults({ value: 100_231 }, slow).canSave).toBe(false)
    expect(judgeWithDefaults({ value: 100_231, jumpConfirmed: true }, slow).canSave).toBe(true)
    expect(judgeWithDefaults({ value: 100_230 }, slow).check?.verdict).toBe('ok') // 240 is ten times, not more
  })
  describe('of a meter that sends by itself, last 569,060.21 an hour ago', () => {
    const sent = { readAt: toMoment(1, 23), value: 569_060.21 }
    const meter = { counter: true, rollsOverAt: 100_000_000, rangeLow: null, rangeHigh: null }
    const read = (value: number, more: Partial<ReadingFormEntry> = {}, usual: number | null = null) =>
      judgeEntry(meter, null, usual, { ...blank, value, ...more }, toMoment(2), sent)
    it.each<[string, number, number | null, boolean]>([
      ['a little more', 569_081.5, null, true],
      ['the same on a display of whole units', 569_060, null, true],
      ['a digit left out', 56_906, null, false],
      ['a digit too many', 5_690_602, null, false],
      ['one less', 569_059, null, false],
      ['within ten times the usual 20 an hour', 569_260, 20, true],
      ['more than ten times the usual', 569_261, 20, false],
    ])('%s', (_what, value, usual, fits) => {
      expect(read(value, {}, usual)).toMatchObject({ contradictsTransmitted: !fits, canSave: fits })
      expect(read(value, { jumpConfirmed: true }, usual).canSave).toBe(true)
    })
    it('a new meter begins where it begins', () => {
      const exchange = { exchanged: true, oldFinal: 569_070, newStart: 0 }
      expect(
        judgeEntry(
          meter,
          { readAt: toMoment(1), value: 569_000 },
          null,
          { ...blank, value: 3, ...exchange },
          toMoment(2),
          sent,
        ),
      ).toMatchObject({
        contradictsTransmitted: false,
        canSave: true,
        check: { verdict: 'exchange', use: 73 },
      })
    })
    it('what it sent after the reading judges nothing', () => {
      const late = { readAt: toMoment(3), value: 570_000 }
      expect(judgeEntry(meter, null, null, { ...blank, value: 569_100 }, toMoment(2), late)).toMatchObject({
        contradictsTransmitted: false,
        canSave: true,
      })
    })
  })
  it('an instrument is only told of its range', () => {
    const gauge = { counter: false, rollsOverAt: null, rangeLow: 0, rangeHigh: 10 }
    expect(judgeWithDefaults({ value: 11 }, gauge)).toMatchObject({ exceededLimit: 'high', check: null, canSave: true })
    expect(judgeWithDefaults({ value: -1 }, gauge)).toMatchObject({ exceededLimit: 'low', canSave: true })
    expect(judgeWithDefaults({ value: 10 }, gauge)).toMatchObject({ exceededLimit: null, canSave: true })
  })
})

describe('calibration in a list', () => {
  const meter = { calibratedOn: '2026-01-31', calibrationMonths: 1, calibrationSoonDays: 5 }
  it.each([
    ['2026-02-22', 'valid'],
    ['2026-02-23', 'dueSoon'],
    ['2026-02-28', 'dueSoon'],
    ['2026-03-01', 'expired'],
  ])('on %s: %s', (today, state) => expect(getCalibrationState(meter, today)?.state).toBe(state))
  it('none is asked of a meter without an interval', () =>
    expect(getCalibrationState({ ...meter, calibrationMonths: null }, '2026-02-01')).toBeNull())
})
