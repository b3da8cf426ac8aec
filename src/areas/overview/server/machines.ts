/** Handler of the machine situation: machines by state, open repairs and due preventive maintenance. */
import { loadMachinesById, countMachinesByState, listMachineStates } from '@/areas/equipment/server/queries/machines'
import { isLineStoppedByRepair } from '@/areas/maintenance/rules/repair'
import { listUrgentRepairs, listDuePmPlans } from '@/areas/maintenance/server/queries/open-work'
import { listLines } from '@/plant/server/queries/list-lines'
import { toMillis } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import type { MachineSituation } from '../contract/glance-endpoints'
import { countByAge } from '../rules/repair-age'
import { handle } from '@/server/area'
import { machineSituation } from '@/areas/overview/contract/glance-endpoints'

/** Maximum number of repairs, and of maintenance plans, that are counted. */
const MAX_COUNTED_ROWS = 500
const MAX_LISTED_ROWS = 50
const MAX_MACHINES = 1000
const sumMachines = (rows: readonly { machines: number }[]): number =>
  rows.reduce((all, { machines }) => all + machines, 0)

/** GET /overview/machines: seven SQL statements. */
export const loadMachineSituation = handle(machineSituation, async (ctx) => {
  const [states, repairs, duePlans, lines, equipment] = await Promise.all([
    countMachinesByState(ctx),
    listUrgentRepairs(ctx, MAX_COUNTED_ROWS),
    listDuePmPlans(ctx, MAX_COUNTED_ROWS),
    listLines(ctx),
    listMachineStates(ctx, MAX_MACHINES),
  ])
  const machines = await loadMachinesById(ctx, [...new Set(duePlans.map(({ equipmentId }) => equipmentId))])
  const lineByMachine = new Map(machines.map(({ id, lineId }) => [id, lineId]))
  const stoppingMachines = new Set(repairs.filter(stopsItsLine).map(({ equipmentId }) => equipmentId))
  const faultyStates = states.filter(({ condition }) => condition !== 'normal')
  const countByState = new Map<string, MachineSituation['states'][number]>()
  for (const { state, condition, machines: machineCount } of states) {
    const key = `${state} ${condition}`
    countByState.set(key, { state, condition, machines: (countByState.get(key)?.machines ?? 0) + machineCount })
  }
  const lineEntries = [...lines.map(({ id, label }) => ({ lineId: id as string | null, label })), buildNoLineEntry(ctx)]
  return {
    machines: sumMachines(states),
    faulty: sumMachines(faultyStates),
    repairsOpen: repairs.length,
    repairsStopping: repairs.filter(stopsItsLine).length,
    upkeepDue: duePlans.filter(({ state }) => state === 'due').length,
    upkeepOverdue: duePlans.filter(({ state }) => state === 'overdue').length,
    states: [...countByState.values()].sort((a, b) => b.machines - a.machines),
    lines: lineEntries
      .map(({ lineId, label }) => ({
        lineId,
        label,
        machines: sumMachines(states.filter((row) => row.lineId === lineId)),
        faulty: sumMachines(faultyStates.filter((row) => row.lineId === lineId)),
        repairs: repairs.filter((row) => row.lineId === lineId).length,
        upkeep: duePlans.filter(
          (row) => row.state !== 'dueSoon' && (lineByMachine.get(row.equipmentId) ?? null) === lineId,
        ).length,
      }))
      .filter((row) => row.machines + row.repairs > 0),
    equipment: equipment.map(({ id, ...machine }) => ({
      ...machine,
      equipmentId: id,
      lineStopped: stoppingMachines.has(id),
    })),
    repairAges: countByAge(
      repairs.map((row) => ({ since: toMillis(row.since), isStopping: stopsItsLine(row) })),
      ctx.now.getTime(),
    ),
    repairs: repairs
      .slice(0, MAX_LISTED_ROWS)
      .map(({ equipmentId, stoppedAt, runningAgainAt, repairEndAt, ...row }) => ({
        ...row,
        lineStopped: stopsItsLine({ ...row, stoppedAt, runningAgainAt, repairEndAt }),
        machine: equipmentId,
      })),
    upkeep: duePlans.slice(0, MAX_LISTED_ROWS).map(({ equipmentId, ...row }) => ({ ...row, machine: equipmentId })),
  }
})
type RepairFields = 'state' | 'lineStopped' | 'since' | 'stoppedAt' | 'runningAgainAt' | 'repairEndAt'
/** True if a line is standing because of the repair. */
const stopsItsLine = (row: Pick<Awaited<ReturnType<typeof listUrgentRepairs>>[number], RepairFields>): boolean =>
  isLineStoppedByRepair({ ...row, lineStopped: row.lineStopped ?? false, reportedAt: row.since })
const buildNoLineEntry = (ctx: Context) => ({ lineId: null, label: ctx.t('overview:machines.noLine') })
