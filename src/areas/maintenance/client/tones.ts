import type { Tone } from '@/client/ui/State'
import type { RoundState } from '@/areas/maintenance/rules/polling'
import type { RepairState } from '@/areas/maintenance/rules/repair'
import type { UpkeepState } from '@/areas/maintenance/rules/upkeep'
import type { WeeklyTaskState } from '@/areas/maintenance/rules/weekly-work'
import type { Verdict } from '@/areas/maintenance/rules/check-point'

/** What each state means to a person, for colour and icon; the word comes from the locale. */
export const roundTones: Record<RoundState, Tone> = { due: 'wait', inProgress: 'active', done: 'ok', missed: 'bad' }
export const repairTones: Record<RepairState, Tone> = {
  reported: 'bad',
  inMaintenance: 'active',
  toConfirmByProduction: 'wait',
  toConfirmFinally: 'wait',
  done: 'ok',
  withdrawn: 'idle',
}
export const severityTones: Record<string, Tone> = { low: 'idle', medium: 'warn', high: 'warn', critical: 'bad' }
export const upkeepTones: Record<UpkeepState, Tone> = { ok: 'ok', dueSoon: 'wait', due: 'warn', overdue: 'bad' }
export const taskTones: Record<WeeklyTaskState, Tone> = {
  planned: 'wait',
  inProgress: 'active',
  done: 'ok',
  carriedOver: 'idle',
}
export const verdictTones: Record<Verdict, Tone> = {
  ok: 'ok',
  warn: 'warn',
  out: 'bad',
  notOk: 'bad',
  unanswered: 'idle',
  invalid: 'bad',
}
