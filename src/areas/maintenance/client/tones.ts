import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/state-machine'
import type { repair } from '@/areas/maintenance/contract/repair'
import type { RoundState } from '@/areas/maintenance/rules/inspection-round'
import type { RepairState } from '@/areas/maintenance/rules/repair'
import type { PmState } from '@/areas/maintenance/rules/pm'
import type { WeeklyTaskState } from '@/areas/maintenance/rules/weekly-work'
import type { PointVerdict } from '@/areas/maintenance/rules/check-point'

/** Tone of each state, which decides colour and icon; the text comes from the locale. */
export const roundTones: Tones<RoundState> = { due: 'wait', inProgress: 'active', done: 'ok', missed: 'bad' }
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
export const pointVerdictTones: Tones<PointVerdict> = {
  ok: 'ok',
  warn: 'warn',
  out: 'bad',
  notOk: 'bad',
  unanswered: 'idle',
  invalid: 'bad',
}
