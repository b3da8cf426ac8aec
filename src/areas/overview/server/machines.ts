/** Machines by state, open repairs and preventive maintenance. */
import { countMachinesByState } from '@/areas/equipment/server/queries/machine-states'
import { lineStands } from '@/areas/maintenance/rules/repair'
import { repairsOpen, upkeepDue } from '@/areas/maintenance/server/queries/for-overview'
import { listLines } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/load-names'
import { loadMachinesById } from '@/areas/equipment/server/queries/machines'
import type { MachineSituation } from '../contract/glance-calls'

const MOST = 500
const SHOWN = 50
const sum = (rows: readonly { machines: number }[]): number => rows.reduce((all, { machines }) => all + machines, 0)

/** GET /overview/machines: six statements. */
export async function situation(ctx: Context): Promise<MachineSituation> {
  const [states, repairs, upkeep, lines] = await Promise.all([
    countMachinesByState(ctx),
    repairsOpen(ctx, MOST),
    upkeepDue(ctx, MOST),
    listLines(ctx),
  ])
  const ids = [...repairs, ...upkeep].map(({ equipmentId }) => equipmentId)
  const [names, machines] = await Promise.all([
    loadNames(ctx, 'equipment', ids),
    loadMachinesById(ctx, [...new Set(upkeep.map(({ equipmentId }) => equipmentId))]),
  ])
  const lineOf = new Map(machines.map(({ id, lineId }) => [id, lineId]))
  const faulty = states.filter(({ condition }) => condition !== 'normal')
  const grouped = new Map<string, MachineSituation['states'][number]>()
  for (const { state, condition, machines: n } of states) {
    const key = `${state} ${condition}`
    grouped.set(key, { state, condition, machines: (grouped.get(key)?.machines ?? 0) + n })
  }
  const places = [...lines.map(({ id, label }) => ({ lineId: id as string | null, label })), noLine(ctx)]
  return {
    machines: sum(states),
    faulty: sum(faulty),
    repairsOpen: repairs.length,
    repairsStopping: repairs.filter(stands).length,
    upkeepDue: upkeep.filter(({ state }) => state === 'due').length,
    upkeepOverdue: upkeep.filter(({ state }) => state === 'overdue').length,
    states: [...grouped.values()].sort((a, b) => b.machines - a.machines),
    lines: places
      .map(({ lineId, label }) => ({
        lineId,
        label,
        machines: sum(states.filter((row) => row.lineId === lineId)),
        faulty: sum(faulty.filter((row) => row.lineId === lineId)),
        repairs: repairs.filter((row) => row.lineId === lineId).length,
        upkeep: upkeep.filter((row) => row.state !== 'dueSoon' && (lineOf.get(row.equipmentId) ?? null) === lineId)
          .length,
      }))
      .filter((row) => row.machines + row.repairs > 0),
    repairs: repairs.slice(0, SHOWN).map(({ equipmentId, stoppedAt, runningAgainAt, repairEndAt, ...row }) => ({
      ...row,
      lineStopped: stands({ ...row, stoppedAt, runningAgainAt, repairEndAt }),
      machine: names[equipmentId] ?? equipmentId,
    })),
    upkeep: upkeep
      .slice(0, SHOWN)
      .map(({ equipmentId, ...row }) => ({ ...row, machine: names[equipmentId] ?? equipmentId })),
  }
}
type Times = 'state' | 'lineStopped' | 'since' | 'stoppedAt' | 'runningAgainAt' | 'repairEndAt'
/** True if a line is standing because of the repair. */
const stands = (row: Pick<Awaited<ReturnType<typeof repairsOpen>>[number], Times>): boolean =>
  lineStands({ ...row, lineStopped: row.lineStopped ?? false, reportedAt: row.since })
const noLine = (ctx: Context) => ({ lineId: null, label: ctx.t('overview:machines.noLine') })
