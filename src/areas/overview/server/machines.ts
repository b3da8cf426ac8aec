/** Machines by state, open repairs and preventive maintenance. */
import { countMachinesByState } from '@/areas/equipment/server/queries/machine-states'
import { isLineStoppedByRepair } from '@/areas/maintenance/rules/repair'
import { listUrgentRepairs, listDuePmPlans } from '@/areas/maintenance/server/queries/open-work'
import { listLines } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/load-names'
import { loadMachinesById } from '@/areas/equipment/server/queries/machines'
import type { MachineSituation } from '../contract/glance-endpoints'

const MAX_ROWS = 500
const MAX_SHOWN_ROWS = 50
const sumMachines = (rows: readonly { machines: number }[]): number =>
  rows.reduce((all, { machines }) => all + machines, 0)

/** GET /overview/machines: six statements. */
export async function loadMachineSituation(ctx: Context): Promise<MachineSituation> {
  const [states, repairs, upkeep, lines] = await Promise.all([
    countMachinesByState(ctx),
    listUrgentRepairs(ctx, MAX_ROWS),
    listDuePmPlans(ctx, MAX_ROWS),
    listLines(ctx),
  ])
  const ids = [...repairs, ...upkeep].map(({ equipmentId }) => equipmentId)
  const [names, machines] = await Promise.all([
    loadNames(ctx, 'equipment', ids),
    loadMachinesById(ctx, [...new Set(upkeep.map(({ equipmentId }) => equipmentId))]),
  ])
  const lineByMachine = new Map(machines.map(({ id, lineId }) => [id, lineId]))
  const faulty = states.filter(({ condition }) => condition !== 'normal')
  const countByState = new Map<string, MachineSituation['states'][number]>()
  for (const { state, condition, machines: n } of states) {
    const key = `${state} ${condition}`
    countByState.set(key, { state, condition, machines: (countByState.get(key)?.machines ?? 0) + n })
  }
  const lineEntries = [...lines.map(({ id, label }) => ({ lineId: id as string | null, label })), buildNoLineEntry(ctx)]
  return {
    machines: sumMachines(states),
    faulty: sumMachines(faulty),
    repairsOpen: repairs.length,
    repairsStopping: repairs.filter(isLineStanding).length,
    upkeepDue: upkeep.filter(({ state }) => state === 'due').length,
    upkeepOverdue: upkeep.filter(({ state }) => state === 'overdue').length,
    states: [...countByState.values()].sort((a, b) => b.machines - a.machines),
    lines: lineEntries
      .map(({ lineId, label }) => ({
        lineId,
        label,
        machines: sumMachines(states.filter((row) => row.lineId === lineId)),
        faulty: sumMachines(faulty.filter((row) => row.lineId === lineId)),
        repairs: repairs.filter((row) => row.lineId === lineId).length,
        upkeep: upkeep.filter(
          (row) => row.state !== 'dueSoon' && (lineByMachine.get(row.equipmentId) ?? null) === lineId,
        ).length,
      }))
      .filter((row) => row.machines + row.repairs > 0),
    repairs: repairs
      .slice(0, MAX_SHOWN_ROWS)
      .map(({ equipmentId, stoppedAt, runningAgainAt, repairEndAt, ...row }) => ({
        ...row,
        lineStopped: isLineStanding({ ...row, stoppedAt, runningAgainAt, repairEndAt }),
        machine: names[equipmentId] ?? equipmentId,
      })),
    upkeep: upkeep
      .slice(0, MAX_SHOWN_ROWS)
      .map(({ equipmentId, ...row }) => ({ ...row, machine: names[equipmentId] ?? equipmentId })),
  }
}
type RepairFields = 'state' | 'lineStopped' | 'since' | 'stoppedAt' | 'runningAgainAt' | 'repairEndAt'
/** True if a line is standing because of the repair. */
const isLineStanding = (row: Pick<Awaited<ReturnType<typeof listUrgentRepairs>>[number], RepairFields>): boolean =>
  isLineStoppedByRepair({ ...row, lineStopped: row.lineStopped ?? false, reportedAt: row.since })
const buildNoLineEntry = (ctx: Context) => ({ lineId: null, label: ctx.t('overview:machines.noLine') })
