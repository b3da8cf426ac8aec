import { loginLog, operationLog } from '@/areas/access/contract/log'
import { DAY_MS, toMoment } from '@/plant/rules/plant-time'
import { batch, stamps, type Batch, type Draft } from './draft'
import type { Era } from './era'
import type { Staff } from './people'
import type { Dice } from './random'
import type { RepairHistory } from './repairs'

const LOGINS_DAYS = 30
const CHANGES_DAYS = 14
const devices = [
  'Android 14 Chrome 128',
  'Android 13 Chrome 126',
  'iPhone iOS 17 Safari',
  'Windows 11 Edge 128',
  'Android 12 WebView',
] as const
const address = (dice: Dice) => `10.20.${dice.int(1, 4)}.${dice.int(10, 240)}`

/** Builds the sign-ins of the last 30 days, and the last one of each person. */
export function buildLogins(dice: Dice, era: Era, staff: Staff): { batch: Batch; last: Map<string, string> } {
  const rows: Draft<typeof loginLog>[] = []
  const last = new Map<string, string>()
  for (const day of era.days().slice(-LOGINS_DAYS))
    for (const worker of staff.workers) {
      if (!dice.chance(worker.team ? 0.55 : 0.7)) continue
      const shift = worker.team ? era.shiftAt(era.at(day, 9 * 60)).team === worker.team : false
      const at = era.at(day, shift || !worker.team ? dice.int(470, 600) : dice.int(960, 1060))
      if (at > era.now) continue
      const wrong = dice.chance(0.04)
      const row = (millis: number, outcome: 'ok' | 'wrongPassword'): Draft<typeof loginLog> => ({
        id: dice.id(millis),
        at: toMoment(millis),
        userName: worker.userName,
        userId: worker.id,
        address: address(dice),
        device: dice.pick(devices),
        outcome,
        ...stamps(millis, null),
      })
      if (wrong) rows.push(row(at - 40_000, 'wrongPassword'))
      rows.push(row(at, 'ok'))
      last.set(worker.id, toMoment(at))
    }
  return { batch: batch(loginLog, rows), last }
}

/** Builds the audit log of repairs of the last two weeks, as the server would have written it. */
export function buildChanges(dice: Dice, era: Era, staff: Staff, history: RepairHistory): Batch {
  const names = new Map(staff.workers.map(({ id, name }) => [id, name]))
  const states: Record<string, string> = {
    report: 'reported',
    withdraw: 'withdrawn',
    accept: 'inMaintenance',
    waitForPart: 'waitingForPart',
    goOn: 'inMaintenance',
    finish: 'toConfirmByProduction',
    rejectProduction: 'inMaintenance',
    confirmProduction: 'toConfirmFinally',
    rejectFinal: 'inMaintenance',
    confirmFinal: 'done',
  }
  const before = new Map<string, string>()
  const rows = history.steps.flatMap(({ step, by, repair }): Draft<typeof operationLog>[] => {
    const state = states[step.name] ?? 'reported'
    const was = before.get(repair.id)
    before.set(repair.id, state)
    if (step.at < era.now - CHANGES_DAYS * DAY_MS) return []
    return [
      {
        id: dice.id(step.at),
        at: toMoment(step.at),
        userId: by,
        userName: names.get(by) ?? null,
        address: address(dice),
        via: dice.chance(0.3) ? 'sync' : 'http',
        operation: `repair.${step.name}`,
        resource: 'repair',
        rowId: repair.id,
        rowTitle: repair.number ?? null,
        action: was ? 'update' : 'insert',
        before: was ? { state: was } : {},
        after: { state },
        requestId: dice.id(step.at).slice(-12),
        occurredAt: toMoment(step.at),
        ...stamps(step.at, by),
      },
    ]
  })
  return batch(operationLog, rows)
}
