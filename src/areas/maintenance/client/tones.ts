import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/state-machine'
import type { repair } from '@/areas/maintenance/contract/repair'
import type { RepairState } from '@/areas/maintenance/rules/repair'
import type { PmState } from '@/areas/maintenance/rules/pm-due-dates'
import type { WeeklyTaskState } from '@/areas/maintenance/rules/weekly-work'

/** Tone of each state, which decides colour and icon; the text comes from the locale. */
export const repairTones: Tones<RepairState> = {
  reported: 'bad',
  inMaintenance: 'active',
  waitingForPart: 'warn',
  toConfirmByProduction: 'wait',
  toConfirmFinally: 'wait',
  done: 'ok',
  withdrawn: 'idle',
}
export const repairSeverityTones: Tones<Row<typeof repair>['severity']> = {
  low: 'idle',
  medium: 'warn',
  high: 'warn',
  critical: 'bad',
}
export const pmTones: Tones<PmState> = { ok: 'ok', dueSoon: 'wait', due: 'warn', overdue: 'bad' }
export const weeklyTaskTones: Tones<WeeklyTaskState> = {
  planned: 'wait',
  inProgress: 'active',
  done: 'ok',
  carriedOver: 'idle',
}
