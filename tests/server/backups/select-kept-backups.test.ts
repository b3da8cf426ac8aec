import { describe, expect, it } from 'vitest'
import { selectKeptBackups } from '@/server/backups/select-kept-backups'

const ZONE = 'Asia/Shanghai'
const KEEP = { daily: 7, weekly: 4, monthly: 12 }
const toBackup = (day: string, time = '02:30') => ({
  name: `${day} ${time}`,
  createdAt: new Date(`${day}T${time}:00+08:00`).toISOString(),
})
/** One backup each day from `count - 1` days before until 20 November 2026, a Friday. */
const listDailyBackups = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    toBackup(new Date(Date.UTC(2026, 10, 20 - index)).toISOString().slice(0, 10)),
  )
const keep = (
  backups: readonly ReturnType<typeof toBackup>[],
  rule = KEEP,
  now = new Date('2027-01-01T00:00:00+08:00'),
) => [...selectKeptBackups(backups, rule, ZONE, now)].toSorted().toReversed()

describe('scheduled backups', () => {
  it('keep the last of 7 days, 4 weeks and 12 months', () => {
    expect(keep(listDailyBackups(500))).toEqual(
      // days: 14 to 20 November; weeks from Monday: 20, 15, 8 and 1 November; months: 20 November and month ends before
      `2026-11-20 2026-11-19 2026-11-18 2026-11-17 2026-11-16 2026-11-15 2026-11-14 2026-11-08 2026-11-01
      2026-10-31 2026-09-30 2026-08-31 2026-07-31 2026-06-30 2026-05-31 2026-04-30 2026-03-31 2026-02-28 2026-01-31
      2025-12-31`
        .split(/\s+/)
        .map((day) => `${day} 02:30`),
    )
  })

  it('keep the same ones if retention runs after each backup, as if it ran once', () => {
    let kept: ReturnType<typeof toBackup>[] = []
    for (const backup of listDailyBackups(500).toReversed()) {
      const names = selectKeptBackups([...kept, backup], KEEP, ZONE, new Date(backup.createdAt))
      kept = [...kept, backup].filter(({ name }) => names.has(name))
    }
    expect(kept.map(({ name }) => name).toReversed()).toEqual(keep(listDailyBackups(500)))
  })

  it('count periods that have a backup: a plant that stood still loses none', () => {
    const old = ['2024-03-01', '2024-03-02', '2025-07-09'].map((day) => toBackup(day))
    expect(keep([...old, toBackup('2026-11-20')])).toEqual([
      '2026-11-20 02:30',
      '2025-07-09 02:30',
      '2024-03-02 02:30',
      '2024-03-01 02:30',
    ])
  })

  it('of several a day keep the newest; days end by the clock of the plant', () => {
    // 23:50 in Shanghai is the same day in UTC, 00:10 is the day before.
    const backups = [toBackup('2026-11-19', '23:50'), toBackup('2026-11-20', '00:10'), toBackup('2026-11-20', '09:00')]
    expect(keep(backups)).toEqual(['2026-11-20 09:00', '2026-11-19 23:50'])
  })

  it('keep all of the last 48 hours, so that one that is made after an accident replaces none', () => {
    const backups = [
      toBackup('2026-11-18', '09:00'),
      toBackup('2026-11-18', '09:01'),
      toBackup('2026-11-20', '08:00'),
      toBackup('2026-11-20', '08:30'),
      toBackup('2026-11-20', '09:00'),
    ]
    expect(keep(backups, { daily: 1, weekly: 0, monthly: 0 }, new Date('2026-11-20T09:00:00+08:00'))).toEqual([
      '2026-11-20 09:00',
      '2026-11-20 08:30',
      '2026-11-20 08:00',
      '2026-11-18 09:01',
    ])
  })

  it('always keep the newest, and nothing of none', () => {
    expect(keep(listDailyBackups(3), { daily: 0, weekly: 0, monthly: 0 })).toEqual(['2026-11-20 02:30'])
    expect(keep([])).toEqual([])
  })
})
