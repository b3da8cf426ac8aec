import { loginLog, operationLog } from '@/areas/access/contract/log'
import { DAY_MS, toMoment } from '@/plant/rules/plant-time'
import texts from './data/texts.json' with { type: 'json' }
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import type { Staff } from './people'
import type { Dice } from './random'
import type { RepairHistory } from './repairs'

const LOGIN_DAYS = 30
const CHANGE_DAYS = 14
const generateAddress = (dice: Dice) => `10.20.${dice.int(1, 4)}.${dice.int(10, 240)}`

/** Builds the sign-ins of the last 30 days, and the last one of each person. */
export function buildLogins(
  dice: Dice,
  era: DemoEra,
  staff: Staff,
): { batch: RowBatch; lastLoginByUser: Map<string, string> } {
  const rows: RowDraft<typeof loginLog>[] = []
  const lastLoginByUser = new Map<string, string>()
  for (const day of era.listDays().slice(-LOGIN_DAYS))
    for (const worker of staff.workers) {
      if (!dice.chance(worker.team ? 0.55 : 0.7)) continue
      const worksDayShift = worker.team ? era.getShift(era.toMillis(day, 9 * 60)).team === worker.team : false
      const loginMs = era.toMillis(day, worksDayShift || !worker.team ? dice.int(470, 600) : dice.int(960, 1060))
      if (loginMs > era.now) continue
      const hasWrongPassword = dice.chance(0.04)
      const toRow = (millis: number, outcome: 'ok' | 'wrongPassword'): RowDraft<typeof loginLog> => ({
        id: dice.id(millis),
        at: toMoment(millis),
        userName: worker.userName,
        userId: worker.id,
        address: generateAddress(dice),
        device: dice.pick(texts.devices),
        outcome,
        ...buildAuditFields(millis, null),
      })
      if (hasWrongPassword) rows.push(toRow(loginMs - 40_000, 'wrongPassword'))
      rows.push(toRow(loginMs, 'ok'))
      lastLoginByUser.set(worker.id, toMoment(loginMs))
    }
  return { batch: toBatch(loginLog, rows), lastLoginByUser }
}

/** Builds the audit log of repairs of the last two weeks, as the server would have written it. */
export function buildRepairChanges(dice: Dice, era: DemoEra, staff: Staff, history: RepairHistory): RowBatch {
  const nameByWorker = new Map(staff.workers.map(({ id, name }) => [id, name]))
  const stateByStep: Record<string, string> = {
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
  const stateByRepair = new Map<string, string>()
  const rows = history.steps.flatMap(({ step, workerId, repair }): RowDraft<typeof operationLog>[] => {
    const state = stateByStep[step.name] ?? 'reported'
    const previousState = stateByRepair.get(repair.id)
    stateByRepair.set(repair.id, state)
    if (step.atMs < era.now - CHANGE_DAYS * DAY_MS) return []
    return [
      {
        id: dice.id(step.atMs),
        at: toMoment(step.atMs),
        userId: workerId,
        userName: nameByWorker.get(workerId) ?? null,
        address: generateAddress(dice),
        via: dice.chance(0.3) ? 'sync' : 'http',
        operation: `repair.${step.name}`,
        resource: 'repair',
        rowId: repair.id,
        rowTitle: repair.number ?? null,
        action: previousState ? 'update' : 'insert',
        before: previousState ? { state: previousState } : {},
        after: { state },
        requestId: dice.id(step.atMs).slice(-12),
        occurredAt: toMoment(step.atMs),
        ...buildAuditFields(step.atMs, workerId),
      },
    ]
  })
  return toBatch(operationLog, rows)
}
