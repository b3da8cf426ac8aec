import type { EndpointInput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import { line } from '@/plant/contract/line'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { shareKg } from '../rules/mass-balance'
import { cuttingFigures, jumboFigures, jumboKg } from '../rules/order-figures'
import { lastMetreBy, lengthOpen, windingSpeed } from '../rules/winding'
import {
  downgradeRoll,
  editRoll,
  removeRoll,
  retireRoll,
  takeBackJumboDowngrades,
  weighRoll,
} from '../contract/jumbo-commands'
import { jumboRoll } from '../contract/jumbo-roll'
import { cutting } from '../contract/slitting'
import { lockFamily, mustLeaveNone, takeBackOfJumbo } from './downgrades-back'
import {
  label,
  lockRoll,
  mustBeDowngrades,
  mustBeLength,
  mustBeOpen,
  mustLieOn,
  rollName,
  weighed,
  type HeldRoll,
  type JumboRow,
  type JumboValues,
  type OrderRow,
} from './jumbo-guards'
import { mustNotBeHeld } from './hold/hold'
import { lotsOfRoll, withoutRoll } from './lots/count'
import { updateOrderFigures } from './order-figures'

type Step<In = unknown> = CommandExecution<typeof jumboRoll, In, HeldRoll>
/** Writes a roll and updates the metrics of its order. One update per command, so that the version rises by one. */
async function save(
  { ctx, patch: change, preloaded: { order, roll } }: Step,
  more: JumboValues = {},
): Promise<JumboRow> {
  const after = await ctx.rows.update(jumboRoll, roll.id, { ...change, ...more })
  await updateOrderFigures(ctx, order.id, jumboFigures(roll), jumboFigures(after))
  return after
}

/** PUT /jumbo_second/add_roll and /production/jumbo_roll: edits a roll. */
async function edit(step: Step<EndpointInput<typeof editRoll>>): Promise<JumboRow> {
  const { ctx, input, nextRow: after, patch: change, preloaded: held } = step
  const { order, roll } = held
  const isSized = input.lengthM !== undefined || input.widthMm !== undefined
  if (isSized && !lengthOpen(roll.state))
    throw refuse('contract:errors.stepRefused', {
      name: `${ctx.t('rolls:jumboRoll.name')} ${rollName(ctx, roll)}`,
      state: ctx.t(`rolls:jumboRoll.options.state.${roll.state}`),
      action: ctx.t('rolls:jumboRoll.steps.edit'),
    })
  if (roll.state === 'winding') {
    const lengthM = input.defects === undefined ? null : await lastMetreOf(ctx, order, after, step.occurredAt)
    mustLieOn(after.defects, { lengthM, widthMm: after.widthMm })
    return ctx.rows.update(jumboRoll, roll.id, change)
  }
  if (!after.lengthM) throw refuseInput([{ path: ['lengthM'], code: 'tooSmall', params: { limit: 1 } }])
  mustLieOn(after.defects, after)
  if (!isSized) return ctx.rows.update(jumboRoll, roll.id, change)
  mustBeOpen(order, step.occurredAt)
  mustBeDowngrades(after.downgrades, after.lengthM)
  if (change.lengthM) mustBeLength(order, change.lengthM, after)
  const weight = await weighed(ctx, order, after)
  return save(step, { ...weight, ...(await lotsAfter(ctx, { ...after, ...weight })) })
}
/** Returns the metre that a roll can have reached by a moment; a defect beyond it is a typing error. */
async function lastMetreOf(ctx: Context, order: OrderRow, roll: JumboRow, now: string): Promise<number | null> {
  const { speed } = windingSpeed(roll, null, await ctx.rows.get(line, roll.lineId))
  return lastMetreBy(order.jumboLengthM, { speed, startedAt: roll.startedAt }, now)
}
/** Recounts the lots of a roll after its weight changed. */
async function lotsAfter(ctx: Context, roll: JumboRow): Promise<Pick<JumboRow, 'lots' | 'unknownKg'>> {
  const { doffedAt, lots, unknownKg } = roll
  return doffedAt ? lotsOfRoll(ctx, roll.lineId, { ...roll, doffedAt }) : { lots, unknownKg }
}

/** PUT /jumbo_second/doff_team: weighs a roll. */
async function weigh(step: Step): Promise<JumboRow> {
  const { ctx, nextRow: after, preloaded: held } = step
  mustBeOpen(held.order, step.occurredAt)
  const weight = await weighed(ctx, held.order, after)
  return save(step, { ...weight, ...(await lotsAfter(ctx, { ...after, ...weight })) })
}

/** POST /rolls/jumbo_downgrade: downgrades metres of a roll. */
async function downgrade(step: Step<EndpointInput<typeof downgradeRoll>>): Promise<JumboRow> {
  const { ctx, input, preloaded: held } = step
  const wanted = (input.downgrades ?? []) as JumboRow['downgrades']
  const seen = input.seenDowngrades as JumboRow['downgrades'] | null | undefined
  mustLeaveNone(rollName(ctx, held.roll), held.roll.downgrades, wanted, seen)
  mustBeDowngrades(step.nextRow.downgrades, step.preloaded.roll.lengthM ?? 0)
  return save(step)
}

/** Refuses an action if somebody else has changed the state since the person saw it. @throws 6000 with both versions */
async function mustBeSeen({
  ctx,
  input,
  patch: change,
  preloaded: held,
}: Step<{ version?: number | null }>): Promise<void> {
  await ctx.rows.merge(jumboRoll, held.roll.id, { state: change.state }, input.version ?? ctx.origin.baseVersion)
}
/** DELETE /jumbo_second/roll_del, /jumbo_second/doff_team and /production/jumbo_roll. The row stays readable and its number used. */
async function remove(step: Step<EndpointInput<typeof removeRoll>>): Promise<JumboRow> {
  mustBeOpen(step.preloaded.order, step.occurredAt)
  await mustBeSeen(step)
  return save(step, await withoutRoll(step.ctx, step.preloaded.roll))
}
/** POST /rolls/jumbo_retire: consumes or scraps a roll. */
async function retire(step: Step<EndpointInput<typeof retireRoll>>): Promise<JumboRow> {
  const { ctx, preloaded: held } = step
  await mustBeSeen(step)
  if (step.input.action === 'consume') await mustNotBeHeld(ctx, held.roll, step.occurredAt)
  if (held.roll.state === 'remnant' && step.input.action === 'scrap') await wasteRemnant(ctx, held.order, held.roll)
  return save(step)
}
/** Books the scrapped remnant as waste of the last cutting; the gap of the cutting does not change. */
async function wasteRemnant(ctx: Context, order: OrderRow, roll: JumboRow): Promise<void> {
  const [last] = await ctx.rows.find(cutting, {
    where: { jumboRollId: roll.id, state: 'finished' },
    orderBy: '-startedAt',
    limit: 1,
    lock: true,
  })
  if (!last) return
  const wasteKg =
    Math.round(((last.wasteKg ?? 0) + shareKg(jumboKg(roll), roll.lengthM, roll.leftM ?? 0)) * 1000) / 1000
  await updateOrderFigures(
    ctx,
    order.id,
    cuttingFigures(last),
    cuttingFigures(await ctx.rows.update(cutting, last.id, { wasteKg, remnantM: null })),
  )
}

const held = { first: lockRoll, row: ({ roll }: HeldRoll) => roll, label }
/** Handlers of the commands on a started roll. */
export const editHandlers: HandlerEntry[] = [
  handleCommand(editRoll, edit, held),
  handleCommand(weighRoll, weigh, held),
  handleCommand(downgradeRoll, downgrade, held),
  handleCommand(takeBackJumboDowngrades, takeBackOfJumbo, { first: lockFamily, row: ({ roll }) => roll, label }),
  handleCommand(removeRoll, remove, held),
  handleCommand(retireRoll, retire, held),
]
