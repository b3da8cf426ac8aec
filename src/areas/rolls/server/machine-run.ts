import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { assertReferencesExisted } from '@/plant/server/chronology'
import { resolveShift } from '@/plant/server/plant'
import { isWebLineKind } from '@/plant/rules/line'
import { machineRun, turnSlitter, turnWinder, type winderRuns } from '../contract/machine-run'
import { getLengthToWind } from '../rules/winding'
import { lockLine, type LineRow } from './queries/roll-checks'
import { toMillis } from '@/plant/rules/plant-time'
import { lineStop } from '@/plant/contract/line-stop'
import { lockLineStops } from '@/plant/server/line-stops'

type Machine = 'winder' | 'slitter'
type RunRow = Row<typeof machineRun>
type TurnInput = EndpointInput<typeof turnWinder>
type TurnExecution = CommandExecution<typeof machineRun, TurnInput, LockedMachine>
const MAX_RUNS = 200
const MAX_OPEN_STOPS = 50

/** Creates the handler of GET /jumbo_second/roll_on_off or /cut_first/cut_on_off, which lists the last 200 runs. */
const createRunLister =
  (machine: Machine) =>
  (ctx: Context, input: EndpointInput<typeof winderRuns>): Promise<EndpointOutput<typeof winderRuns>> =>
    ctx.rows.find(machineRun, {
      where: {
        machine,
        ...(input.lineId ? { lineId: input.lineId } : {}),
        ...(input.workOrderId ? { workOrderId: input.workOrderId } : {}),
        ...(input.businessDate ? { businessDate: input.businessDate } : {}),
        ...(input.team ? { team: input.team } : {}),
      },
      orderBy: '-onAt',
      limit: MAX_RUNS,
    })
/**
 * POST /jumbo_second/roll_on_off and /cut_first/cut_on_off: turns a machine on or off, or changes its speed or winding
 * length. A change ends the run and starts a new run, so that each run has one speed. Returns the new run, or the
 * closed run if the machine was turned off.
 */
async function turnMachine({
  ctx,
  input,
  patch,
  occurredAt,
  preloaded: lockedMachine,
}: TurnExecution): Promise<RunRow> {
  const { machineLine, openRun } = lockedMachine
  if (input.action === 'on' && openRun) throw refuse('rolls:refusals.alreadyOn', { line: machineLine.code })
  if (input.action !== 'on' && !openRun) throw refuse('rolls:refusals.notOn', { line: machineLine.code })
  const closedRun = openRun
    ? await ctx.rows.update(machineRun, openRun.id, {
        offAt: occurredAt,
        ...(input.action === 'off' && input.note ? { note: input.note } : {}),
      })
    : null
  if (input.action === 'off' && closedRun) return closedRun
  const nextRun = await startRun(ctx, machineLine, patch, openRun)
  if (input.speed !== 0) await closeLineStops(ctx, machineLine.id, occurredAt)
  return nextRun
}
/** Locked line of a machine, and its open run. */
interface LockedMachine {
  machineLine: LineRow
  openRun: RunRow | null
}
async function lockMachine(ctx: Context, machine: Machine, { lineId }: TurnInput): Promise<LockedMachine> {
  const machineLine = await lockLine(ctx, lineId)
  assertMachineKind(machine, machineLine)
  const [openRun] = await ctx.rows.find(machineRun, {
    where: { machine, lineId: machineLine.id, offAt: null },
    orderBy: '-onAt',
    limit: 1,
    lock: true,
  })
  return { machineLine, openRun: openRun ?? null }
}
async function startRun(
  ctx: Context,
  machineLine: LineRow,
  patch: Partial<RunRow>,
  previousRun: RunRow | null,
): Promise<RunRow> {
  const { businessDate, shift, team } = await resolveShift(ctx, patch.onAt)
  const [order] = await ctx.rows.find(workOrder, {
    where: patch.workOrderId ? { id: patch.workOrderId } : { lineId: machineLine.id, state: 'running' },
    limit: 1,
  })
  if (patch.workOrderId && patch.onAt)
    await assertReferencesExisted(ctx, machineRun, patch, { at: patch.onAt, field: 'occurredAt' })
  return ctx.rows.insert(machineRun, {
    ...patch,
    workOrderId: order?.id ?? null,
    businessDate,
    shift,
    team,
    speed: patch.speed ?? previousRun?.speed ?? null,
    windingM: patch.windingM ?? getLengthToWind(null, previousRun, order ?? null),
  })
}
function assertMachineKind(machine: Machine, machineLine: LineRow): void {
  const hasMachine = machine === 'slitter' ? machineLine.kind === 'slitting' : isWebLineKind(machineLine.kind)
  if (!hasMachine)
    throw refuse(`rolls:refusals.${machine === 'slitter' ? 'noSlitter' : 'noWinder'}`, { line: machineLine.code })
}
export const listWinderRuns = createRunLister('winder')
export const listSlitterRuns = createRunLister('slitter')
const handleTurn = (machine: Machine, turnCommand: typeof turnWinder): HandlerEntry =>
  handleCommand(turnCommand, turnMachine, {
    preload: (ctx, input) => lockMachine(ctx, machine, input),
    // The line determines the run that ends; the phone need not name it.
    getPreloadedRow: () => null,
    getEarliestMoment: ({ openRun }) => openRun?.onAt ?? null,
  })
export const turnHandlers: HandlerEntry[] = [handleTurn('winder', turnWinder), handleTurn('slitter', turnSlitter)]

/**
 * Closes the open stops of a line that produces web again. A stop for a repair stays open until the repair closes it.
 */
export async function closeLineStops(ctx: Context, lineId: string, closedAt: string): Promise<void> {
  await lockLineStops(ctx, lineId)
  const openStops = await ctx.rows.find(lineStop, {
    where: { lineId, endedAt: null, repairId: null },
    limit: MAX_OPEN_STOPS,
    lock: true,
  })
  for (const stop of openStops) {
    if (toMillis(stop.startedAt) >= toMillis(closedAt)) continue
    await ctx.rows.update(lineStop, stop.id, {
      endedAt: closedAt,
      closedBy: 'production',
    })
  }
}
