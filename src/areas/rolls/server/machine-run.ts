import type { InOf, OutOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { Context } from '@/server/context'
import { happenedAt, personOf, shiftOf } from '@/plant/server/plant'
import { machineRun, type turnWinder, type winderRuns } from '../contract/machine-run'
import { lockLine, type LineRow } from './jumbo-guards'
import { closeStops } from './line-stops'

type Machine = 'winder' | 'slitter'
type Run = Row<typeof machineRun>
type Turn = InOf<typeof turnWinder>
const MOST = 200

/** GET /jumbo_second/roll_on_off and /cut_first/cut_on_off: the last 200. */
const runsOf =
  (machine: Machine) =>
  (ctx: Context, input: InOf<typeof winderRuns>): Promise<OutOf<typeof winderRuns>> =>
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
 * POST /jumbo_second/roll_on_off and /cut_first/cut_on_off: on, off, or on with another speed or length. A change ends the
 * run and begins the next, so that each has one speed. Answers the run that is open now, or the one just closed.
 */
const turn =
  (machine: Machine) =>
  async (ctx: Context, input: Turn): Promise<Run> => {
    const at = await lockLine(ctx, input.lineId)
    mustBe(machine, at)
    const [open] = await ctx.rows.find(machineRun, {
      where: { machine, lineId: at.id, offAt: null },
      orderBy: '-onAt',
      limit: 1,
      lock: true,
    })
    if (input.action === 'on' && open) throw refuse('rolls:refusals.alreadyOn', { line: at.code })
    if (input.action !== 'on' && !open) throw refuse('rolls:refusals.notOn', { line: at.code })
    const when = happenedAt(ctx, input.occurredAt, open?.onAt)
    const closed = open
      ? await ctx.rows.update(machineRun, open.id, {
          offAt: when,
          ...(input.action === 'off' && input.note ? { note: input.note } : {}),
        })
      : null
    if (input.action === 'off' && closed) return closed
    const next = await begun(ctx, machine, at, input, open ?? null, when)
    if (input.speed !== 0) await closeStops(ctx, at.id, when)
    return next
  }
async function begun(
  ctx: Context,
  machine: Machine,
  at: LineRow,
  input: Turn,
  before: Run | null,
  onAt: string,
): Promise<Run> {
  const { businessDate, shift, team } = await shiftOf(ctx, onAt)
  const [running] =
    input.workOrderId || before?.workOrderId
      ? []
      : await ctx.rows.find(workOrder, { where: { lineId: at.id, state: 'running' }, limit: 1 })
  return ctx.rows.insert(machineRun, {
    ...(input.id ? { id: input.id } : {}),
    machine,
    lineId: at.id,
    workOrderId: input.workOrderId ?? before?.workOrderId ?? running?.id ?? null,
    onAt,
    businessDate,
    shift,
    team,
    userId: personOf(ctx).id,
    speed: input.speed ?? before?.speed ?? null,
    windingM: input.windingM ?? before?.windingM ?? null,
    note: input.note ?? null,
  })
}
function mustBe(machine: Machine, at: LineRow): void {
  if (machine === 'slitter' ? at.kind !== 'slitting' : at.kind === 'slitting' || at.kind === 'utility')
    throw refuse(`rolls:refusals.${machine === 'slitter' ? 'noSlitter' : 'noWinder'}`, { line: at.code })
}
export const [winder, slitter] = [runsOf('winder'), runsOf('slitter')]
export const [turnTheWinder, turnTheSlitter] = [turn('winder'), turn('slitter')]
