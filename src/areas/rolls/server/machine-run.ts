import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { resolveShift } from '@/plant/server/plant'
import { isWebLineKind } from '@/plant/rules/line'
import { machineRun, turnSlitter, turnWinder, type winderRuns } from '../contract/machine-run'
import { lengthToWind } from '../rules/winding'
import { lockLine, type LineRow } from './jumbo-guards'
import { closeStops } from './line-stops'

type Machine = 'winder' | 'slitter'
type Run = Row<typeof machineRun>
type Turn = EndpointInput<typeof turnWinder>
type Turning = CommandExecution<typeof machineRun, Turn, AtMachine>
const MOST = 200

/** GET /jumbo_second/roll_on_off and /cut_first/cut_on_off: the last 200 runs. */
const runsOf =
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
      limit: MOST,
    })
/**
 * POST /jumbo_second/roll_on_off and /cut_first/cut_on_off: turns a machine on or off, or changes its speed or length. A change
 * ends the run and starts the next, so that each run has one speed. Returns the open run, or the one just closed.
 */
async function turn({ ctx, input, patch: change, occurredAt: when, preloaded: held }: Turning): Promise<Run> {
  const { at, open } = held
  if (input.action === 'on' && open) throw refuse('rolls:refusals.alreadyOn', { line: at.code })
  if (input.action !== 'on' && !open) throw refuse('rolls:refusals.notOn', { line: at.code })
  const closed = open
    ? await ctx.rows.update(machineRun, open.id, {
        offAt: when,
        ...(input.action === 'off' && input.note ? { note: input.note } : {}),
      })
    : null
  if (input.action === 'off' && closed) return closed
  const next = await begun(ctx, at, change, open)
  if (input.speed !== 0) await closeStops(ctx, at.id, when)
  return next
}
/** Locked line of a machine, and its open run. */
interface AtMachine {
  at: LineRow
  open: Run | null
}
async function lockMachine(ctx: Context, machine: Machine, { lineId }: Turn): Promise<AtMachine> {
  const at = await lockLine(ctx, lineId)
  mustBe(machine, at)
  const [open] = await ctx.rows.find(machineRun, {
    where: { machine, lineId: at.id, offAt: null },
    orderBy: '-onAt',
    limit: 1,
    lock: true,
  })
  return { at, open: open ?? null }
}
async function begun(ctx: Context, at: LineRow, change: Partial<Run>, before: Run | null): Promise<Run> {
  const { businessDate, shift, team } = await resolveShift(ctx, change.onAt)
  const [order] = await ctx.rows.find(workOrder, {
    where: change.workOrderId ? { id: change.workOrderId } : { lineId: at.id, state: 'running' },
    limit: 1,
  })
  return ctx.rows.insert(machineRun, {
    ...change,
    workOrderId: order?.id ?? null,
    businessDate,
    shift,
    team,
    speed: change.speed ?? before?.speed ?? null,
    windingM: change.windingM ?? lengthToWind(null, before, order ?? null),
  })
}
function mustBe(machine: Machine, at: LineRow): void {
  if (machine === 'slitter' ? at.kind !== 'slitting' : !isWebLineKind(at.kind))
    throw refuse(`rolls:refusals.${machine === 'slitter' ? 'noSlitter' : 'noWinder'}`, { line: at.code })
}
/** Handlers that list the runs of winders and slitters. */
export const [winder, slitter] = [runsOf('winder'), runsOf('slitter')]
const turned = (machine: Machine, of: typeof turnWinder): HandlerEntry =>
  handleCommand(of, turn, {
    first: (ctx, input) => lockMachine(ctx, machine, input),
    // The line determines the run that ends; the phone need not name it.
    row: () => null,
    since: ({ open }) => open?.onAt ?? null,
  })
export const turnHandlers: HandlerEntry[] = [turned('winder', turnWinder), turned('slitter', turnSlitter)]
