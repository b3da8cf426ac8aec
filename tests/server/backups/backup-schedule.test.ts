import { describe, expect, it } from 'vitest'
import {
  findBackupProblems,
  getNextScheduledMs,
  isBackupDue,
  isVerificationDue,
} from '@/server/backups/backup-schedule'
import type { BackupSummary } from '@/server/backups/backup-state'

const ZONE = 'Asia/Shanghai'
const toMs = (time: string, day = '2026-11-20') => Date.parse(`${day}T${time}:00+08:00`)
const toIso = (time: string, day?: string) => new Date(toMs(time, day)).toISOString()
const untouched = {
  scheduledSince: null,
  lastAttemptAt: null,
  lastError: null,
  lastSuccess: null,
  requestedAt: null,
  verification: null,
  verifiedAt: null,
}
const succeededAt = (time: string, day?: string) => ({
  ...untouched,
  lastAttemptAt: toIso(time, day),
  lastSuccess: { createdAt: toIso(time, day) } as BackupSummary,
})

describe('a backup', () => {
  it('is next due at the time of day by the clock of the plant', () => {
    expect(getNextScheduledMs('02:30', ZONE, toMs('02:29'))).toBe(toMs('02:30'))
    expect(getNextScheduledMs('02:30', ZONE, toMs('02:30'))).toBe(toMs('02:30', '2026-11-21'))
    // 29 March 2026 in Berlin: the clock goes from 02:00 to 03:00
    const beforeGap = Date.parse('2026-03-28T23:30:00Z')
    expect(new Date(getNextScheduledMs('02:30', 'Europe/Berlin', beforeGap)).toISOString()).toBe(
      '2026-03-29T01:30:00.000Z', // 03:30
    )
  })

  it('is due once after the scheduled time, also if the server was off then', () => {
    expect(isBackupDue(untouched, '02:30', ZONE, toMs('09:00'))).toBe(true)
    expect(isBackupDue(succeededAt('02:30'), '02:30', ZONE, toMs('09:00'))).toBe(false)
    expect(isBackupDue(succeededAt('02:30'), '02:30', ZONE, toMs('02:31', '2026-11-21'))).toBe(true)
    expect(isBackupDue(succeededAt('02:30', '2026-11-10'), '02:30', ZONE, toMs('14:00'))).toBe(true)
    expect(isBackupDue(untouched, null, ZONE, toMs('09:00'))).toBe(false)
  })

  it('is repeated half an hour after a failure, and at once if somebody asks', () => {
    const failed = { ...succeededAt('02:30', '2026-11-19'), lastAttemptAt: toIso('02:30'), lastError: 'full' }
    expect(isBackupDue(failed, '02:30', ZONE, toMs('02:59'))).toBe(false)
    expect(isBackupDue(failed, '02:30', ZONE, toMs('03:00'))).toBe(true)
    expect(isBackupDue({ ...failed, requestedAt: toIso('02:40') }, '02:30', ZONE, toMs('02:41'))).toBe(true)
    expect(isBackupDue({ ...succeededAt('09:00'), requestedAt: toIso('08:59') }, null, ZONE, toMs('09:01'))).toBe(false)
  })

  it('is missing after 26 hours if scheduled', () => {
    const late = succeededAt('02:30', '2026-11-19')
    expect(findBackupProblems(late, true, toMs('04:30'))).toEqual([])
    expect(findBackupProblems(late, true, toMs('04:31'))).toEqual(['missing'])
    expect(findBackupProblems(late, false, toMs('04:31'))).toEqual([])
    const never = { ...untouched, scheduledSince: toIso('09:00', '2026-11-19') }
    expect(findBackupProblems(never, true, toMs('10:00'))).toEqual([])
    expect(findBackupProblems(never, true, toMs('12:00'))).toEqual(['missing'])
    expect(findBackupProblems({ ...late, lastError: 'full' }, true, toMs('03:00'))).toEqual(['failed'])
  })

  it('is verified once a week, and again after a failed verification', () => {
    const verification = { at: toIso('02:40', '2026-11-13'), name: '', error: null, seconds: 1 }
    const verified = { ...untouched, verification, verifiedAt: verification.at }
    expect(isVerificationDue(untouched, toMs('02:30'))).toBe(true)
    expect(isVerificationDue(verified, toMs('02:30', '2026-11-19'))).toBe(false)
    expect(isVerificationDue(verified, toMs('02:30'))).toBe(true)
    const failed = { ...verified, verification: { ...verification, error: 'a row is missing' } }
    expect(isVerificationDue(failed, toMs('02:30', '2026-11-14'))).toBe(true)
    expect(findBackupProblems(failed, false, toMs('02:30'))).toEqual(['notVerified'])
  })
})
