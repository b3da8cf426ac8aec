import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { toPlantDay, assertRowsExist, getToday } from '@/plant/server/plant'
import { listActiveKeyHolders } from '@/areas/access/server/queries/key-holders'
import { workOrder } from '@/areas/orders/contract/work-order'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/rolls/contract/slitting'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { takeNextNumber } from '@/server/crud/number-series'
import { loadNames } from '@/server/crud/load-names'
import { columns, limit, sql } from '@/server/sql'
import { abnormity } from '../contract/abnormity'
import {
  answerAbnormity,
  closeAbnormity,
  confirmAbnormity,
  measureIssues,
  raiseAbnormity,
  reassignAbnormity,
  reopenAbnormity,
  sendBackAbnormity,
  verifyAbnormity,
  withdrawAbnormity,
} from '../contract/abnormity-commands'

type AbnormityRow = Row<typeof abnormity>
type Step<In = unknown> = CommandExecution<typeof abnormity, In>

/** POST /quality/abnormity: what was scanned says order, line, product, team and shift. */
async function raise({ ctx, patch: change, nextRow: after, occurredAt: at }: Step): Promise<AbnormityRow> {
  const day = toPlantDay(ctx, at).replaceAll('-', '')
  const number = `A${day}-${String(await takeNextNumber(ctx, `abnormity:${day}`)).padStart(3, '0')}`
  const saved = await ctx.rows.insert(abnormity, { ...change, ...(await scanned(ctx, after)), number })
  ctx.notify({
    notice: 'abnormityRaised',
    id: saved.id,
    title: () => number,
    keys: ['qualityTrackingDefectConfirm'],
  })
  return saved
}
type Said = Pick<AbnormityRow, 'jumboRollId' | 'slitRollId' | 'workOrderId' | 'lineId' | 'customerId'>
/** What a roll says of where it came from; what the person said stands. */
async function scanned(ctx: Context, said: Said): Promise<Partial<AbnormityRow>> {
  const slit = said.slitRollId ? await ctx.rows.get(slitRoll, said.slitRollId) : null
  const jumboRollId = said.jumboRollId ?? slit?.jumboRollId ?? null
  if (slit && slit.jumboRollId !== jumboRollId) throw refuseInput([{ path: ['slitRollId'], code: 'notAllowed' }])
  const jumbo = jumboRollId ? await ctx.rows.get(jumboRoll, jumboRollId) : null
  const workOrderId = said.workOrderId ?? slit?.workOrderId ?? jumbo?.workOrderId ?? null
  const order = workOrderId ? await ctx.rows.get(workOrder, workOrderId) : null
  return {
    jumboRollId,
    workOrderId,
    lineId: said.lineId ?? jumbo?.lineId ?? order?.lineId ?? null,
    customerId: said.customerId ?? order?.customerId ?? null,
    productId: jumbo?.productId ?? order?.productId ?? null,
    team: slit?.team ?? jumbo?.team ?? null,
    shift: slit?.shift ?? jumbo?.shift ?? null,
  }
}

/** POST /quality/abnormity_confirm: the responsible person is told. */
async function confirm({ ctx, row, patch: change, nextRow: after }: Step): Promise<AbnormityRow> {
  await mustRead(ctx, after.responsibleId)
  const saved = await ctx.rows.update(abnormity, row!.id, { ...change, remindedOn: null })
  owed(ctx, saved, 'abnormityOwed')
  return saved
}
/** POST /quality/abnormity_reassign: whoever answers now is told. @throws 6000 when it is the same person */
async function reassign({ ctx, row, patch: change, nextRow: after }: Step): Promise<AbnormityRow> {
  if (after.responsibleId === row!.responsibleId)
    throw refuse('deviations:refusals.sameResponsible', { number: row!.number })
  return confirm({ ctx, row, patch: change, nextRow: after } as Step)
}
/** Whoever answers can open what is asked. @throws 6000 with the name of one who would never hear of it */
async function mustRead(ctx: Context, id: string | null): Promise<void> {
  if (!id || (await listActiveKeyHolders(ctx, 'qualityTrackingView', [id])).length > 0) return
  const names = await loadNames(ctx, 'user', [id])
  throw refuse('deviations:refusals.cannotAnswer', { name: names[id] ?? '' })
}
function owed(ctx: Context, row: Pick<AbnormityRow, 'id' | 'number' | 'responsibleId'>, notice: 'abnormityOwed'): void {
  if (row.responsibleId)
    ctx.notify({ notice, id: row.id, title: () => row.number, keys: ['qualityTrackingView'], to: [row.responsibleId] })
}
/** POST /quality/post_abnormity. @throws 4013 naming a measure that was done on a day to come */
async function answer({ ctx, row, patch: change, nextRow: after }: Step): Promise<AbnormityRow> {
  const issues = measureIssues(after.measures, getToday(ctx))
  if (issues.length > 0) throw refuseInput(issues)
  const people = after.measures.flatMap(({ userId }) => userId ?? [])
  await assertRowsExist(ctx, 'user', [...new Set(people)], 'measures')
  return ctx.rows.update(abnormity, row!.id, change)
}
/** What was sent back is owed again. */
async function sendBack({ ctx, row, patch: change }: Step): Promise<AbnormityRow> {
  const saved = await ctx.rows.update(abnormity, row!.id, { ...change, remindedOn: null })
  owed(ctx, saved, 'abnormityOwed')
  return saved
}

/** Tells the responsible person each day that an answer is overdue. */
export async function remindOverdue(ctx: Context): Promise<void> {
  const day = getToday(ctx)
  const rows = await ctx.query(
    sql`select ${columns(abnormity, ['id', 'number', 'responsibleId'])} from abnormity
     where site_id = ${ctx.site} and owed and due_on < ${day}
       and (reminded_on is null or reminded_on < ${day}) order by due_on ${limit(500)} for update skip locked`,
  )
  if (rows.length === 0) return
  await ctx.query(
    sql`update abnormity set reminded_on = ${day} where site_id = ${ctx.site} and id = any(${rows.map(({ id }) => id)}::uuid[])`,
  )
  for (const row of rows) owed(ctx, row, 'abnormityOwed')
}

/** Every command of an abnormity, with what only the server adds. */
export const abnormityHandlers: HandlerEntry[] = [
  handleCommand(raiseAbnormity, raise),
  handleCommand(confirmAbnormity, confirm),
  handleCommand(reassignAbnormity, reassign),
  handleCommand(withdrawAbnormity),
  handleCommand(answerAbnormity, answer),
  handleCommand(verifyAbnormity),
  handleCommand(sendBackAbnormity, sendBack),
  handleCommand(closeAbnormity),
  handleCommand(reopenAbnormity, sendBack),
]
