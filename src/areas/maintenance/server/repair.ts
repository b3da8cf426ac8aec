import { mayCall, type InOf } from '@/contract/endpoint'
import { errno, Refusal, refuse } from '@/contract/errno'
import { inLanguage } from '@/contract/language'
import { equipment } from '@/areas/equipment/contract/equipment'
import type { Context } from '@/server/context'
import { pollingResult } from '../contract/polling-round'
import { repair } from '../contract/repair'
import type {
  confirmFinal,
  confirmProduction,
  finishRepair,
  rejectFinal,
  rejectProduction,
  reportRepair,
  withdrawRepair,
  acceptRepair,
} from '../contract/repair-calls'
import { dayOf, happenedAt, personOf } from '@/server/plant'
import { decided } from './repair-decision'
import { mustBeSound } from './repair-work'
import { saveRepair, type RepairRow, type RepairValues } from './repair-save'
import { bookRepairParts } from './parts-used'

/** POST /book/add_repair */
export async function report(ctx: Context, input: InOf<typeof reportRepair>): Promise<RepairRow> {
  const person = personOf(ctx)
  const { occurredAt, ...fields } = input
  const finding = fields.pollingResultId ? await ctx.rows.lock(pollingResult, fields.pollingResultId) : null
  const machine = await ctx.rows.lock(equipment, fields.equipmentId)
  if (machine.state === 'discarded') throw refuse('maintenance:refusals.discarded', { code: machine.code })
  const state = decided(ctx, null, 'report', fields)
  const reportedAt = happenedAt(ctx, occurredAt)
  const saved = await saveRepair(ctx, null, {
    ...(fields as RepairValues),
    breakdown: fields.breakdown ?? true,
    lineStopped: fields.lineStopped ?? false,
    state,
    lineId: machine.lineId,
    reportedBy: person.id,
    reportedAt,
  })
  if (finding && !finding.repairId) await ctx.rows.update(pollingResult, finding.id, { repairId: saved.id })
  ctx.notify({
    notice: 'repairReported',
    id: saved.id,
    title: (language) => `${saved.number} ${machine.code} ${String(inLanguage(equipment, machine, 'name', language))}`,
    keys: ['repairAccept'],
  })
  return saved
}

/** DELETE /book/delete_repair. Whoever reported may take the own report back; others need the key. */
export async function withdraw(ctx: Context, input: InOf<typeof withdrawRepair>): Promise<RepairRow> {
  const person = personOf(ctx)
  const row = await ctx.rows.lock(repair, input.id)
  if (row.reportedBy !== person.id && !mayCall('repairDelete', person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: 'repairDelete' } })
  const state = decided(ctx, row, 'withdraw', input)
  // What was found stays found: somebody may report it again.
  const finding = row.pollingResultId ? await ctx.rows.lock(pollingResult, row.pollingResultId) : null
  if (finding?.repairId === row.id) await ctx.rows.update(pollingResult, finding.id, { repairId: null })
  return saveRepair(ctx, row, { state, reason: input.reason })
}

/** POST /repair/accept */
export async function accept(ctx: Context, input: InOf<typeof acceptRepair>): Promise<RepairRow> {
  const row = await ctx.rows.lock(repair, input.id)
  const state = decided(ctx, row, 'accept', input)
  return saveRepair(ctx, row, {
    state,
    acceptedBy: personOf(ctx).id,
    acceptedAt: happenedAt(ctx, input.occurredAt, row.reportedAt),
  })
}

/** POST /repair/finish. What others wrote into the same fields since this person saw them is a conflict, not lost. */
export async function finish(ctx: Context, input: InOf<typeof finishRepair>): Promise<RepairRow> {
  const row = await ctx.rows.lock(repair, input.id)
  const state = decided(ctx, row, 'finish', input)
  const { id, version, occurredAt: _at, endedAt, ...work } = input
  const mine = await ctx.rows.merge(repair, id, work as RepairValues, version ?? ctx.origin.baseVersion)
  const after = { ...row, ...mine }
  await mustBeSound(ctx, after, row.acceptedAt ?? row.reportedAt, endedAt)
  const repairEndAt = happenedAt(ctx, endedAt)
  const saved = await saveRepair(ctx, row, { ...mine, state, repairEndAt, finishedBy: personOf(ctx).id })
  await ctx.rows.update(equipment, saved.equipmentId, { repairedOn: dayOf(ctx, repairEndAt) })
  await bookRepairParts(ctx, row, row.finishedBy ? row.parts : [], after.parts, repairEndAt)
  return saved
}

/** POST /repair/confirm_production */
export async function confirmByProduction(ctx: Context, input: InOf<typeof confirmProduction>): Promise<RepairRow> {
  const row = await ctx.rows.lock(repair, input.id)
  const state = decided(ctx, row, 'confirmProduction', input)
  return saveRepair(ctx, row, {
    state,
    productionBy: personOf(ctx).id,
    productionAt: happenedAt(ctx, input.occurredAt, row.repairEndAt),
    ...(input.runningAgainAt ? { runningAgainAt: input.runningAgainAt } : {}),
  })
}
/** POST /repair/confirm_final */
export async function confirmFinally(ctx: Context, input: InOf<typeof confirmFinal>): Promise<RepairRow> {
  const row = await ctx.rows.lock(repair, input.id)
  const state = decided(ctx, row, 'confirmFinal', input)
  return saveRepair(ctx, row, {
    state,
    finalBy: personOf(ctx).id,
    finalAt: happenedAt(ctx, input.occurredAt, row.productionAt),
  })
}
/** POST /repair/reject_production and /repair/reject_final: the end of the repair is open again, and with it the stop unless the line ran before. */
const rejectBy =
  (action: 'rejectProduction' | 'rejectFinal') =>
  async (ctx: Context, input: InOf<typeof rejectProduction> & InOf<typeof rejectFinal>): Promise<RepairRow> => {
    const row = await ctx.rows.lock(repair, input.id)
    const state = decided(ctx, row, action, input)
    return saveRepair(ctx, row, {
      state,
      reason: input.reason,
      rejectedBy: personOf(ctx).id,
      rejectedAt: happenedAt(ctx, input.occurredAt, row.repairEndAt),
      rejections: row.rejections + 1,
      repairEndAt: null,
      productionBy: null,
      productionAt: null,
    })
  }
export const rejectByProduction = rejectBy('rejectProduction')
export const rejectFinally = rejectBy('rejectFinal')
