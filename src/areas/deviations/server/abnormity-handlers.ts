/** Handlers of abnormity commands, and the reminders of overdue answers. */
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { assertReferencesExisted, resolveMomentOfUse, type MomentOfUse } from '@/plant/server/chronology'
import { toPlantDay, assertRowsExist, getToday } from '@/plant/server/plant'
import { listPeopleWithPermission } from '@/areas/access/server/queries/key-holders'
import { workOrder } from '@/areas/orders/contract/work-order'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { takeNextNumber } from '@/server/crud/number-series'
import { loadNames } from '@/server/crud/refs'
import { columns, limit, sql } from '@/server/sql'
import { abnormity } from '../contract/abnormity'
import {
  answerAbnormity,
  closeAbnormity,
  confirmAbnormity,
  findMeasureIssues,
  raiseAbnormity,
  reassignAbnormity,
  reopenAbnormity,
  sendBackAbnormity,
  verifyAbnormity,
  withdrawAbnormity,
} from '../contract/abnormity-commands'

type AbnormityRow = Row<typeof abnormity>
type Execution<In = unknown> = CommandExecution<typeof abnormity, In>

/** POST /quality/abnormity: inserts an abnormity; order, line, product, team and shift come from the scanned roll. */
async function handleRaise({ ctx, patch, nextRow, occurredAt }: Execution): Promise<AbnormityRow> {
  const { roll, ...scannedFields } = await deriveScannedFields(ctx, nextRow)
  const raisedAt = roll ? resolveMomentOfUse(ctx, { ...roll, at: occurredAt, field: 'occurredAt' }) : occurredAt
  await assertReferencesExisted(ctx, abnormity, { ...nextRow, ...scannedFields }, { at: raisedAt, field: 'occurredAt' })
  const day = toPlantDay(ctx, raisedAt).replaceAll('-', '')
  const number = `A${day}-${String(await takeNextNumber(ctx, `abnormity:${day}`)).padStart(3, '0')}`
  const savedRow = await ctx.rows.insert(abnormity, { ...patch, ...scannedFields, raisedAt, number })
  ctx.notify({
    notice: 'abnormityRaised',
    id: savedRow.id,
    title: () => number,
    keys: ['qualityTrackingDefectConfirm'],
  })
  return savedRow
}
type ScanInput = Pick<AbnormityRow, 'jumboRollId' | 'slitRollId' | 'workOrderId' | 'lineId' | 'customerId'>
/** Derives the origin from the scanned roll. Values entered by the person take precedence. */
async function deriveScannedFields(
  ctx: Context,
  input: ScanInput,
): Promise<Partial<AbnormityRow> & { roll: Pick<MomentOfUse, 'name' | 'madeAt'> | null }> {
  const slit = input.slitRollId ? await ctx.rows.get(slitRoll, input.slitRollId) : null
  const jumboRollId = input.jumboRollId ?? slit?.jumboRollId ?? null
  if (slit && slit.jumboRollId !== jumboRollId) throw refuseInput([{ path: ['slitRollId'], code: 'notAllowed' }])
  const jumbo = jumboRollId ? await ctx.rows.get(jumboRoll, jumboRollId) : null
  const workOrderId = input.workOrderId ?? slit?.workOrderId ?? jumbo?.workOrderId ?? null
  const order = workOrderId ? await ctx.rows.get(workOrder, workOrderId) : null
  const scannedRoll = slit ?? jumbo
  return {
    roll: scannedRoll && {
      name: scannedRoll.number ?? '',
      madeAt: scannedRoll.doffedAt ?? jumbo?.startedAt ?? null,
    },
    jumboRollId,
    workOrderId,
    lineId: input.lineId ?? jumbo?.lineId ?? order?.lineId ?? null,
    customerId: input.customerId ?? order?.customerId ?? null,
    productId: jumbo?.productId ?? order?.productId ?? null,
    team: slit?.team ?? jumbo?.team ?? null,
    shift: slit?.shift ?? jumbo?.shift ?? null,
  }
}

/** POST /quality/abnormity_confirm: confirms the defect and notifies the responsible person. */
async function handleConfirm({ ctx, row, patch, nextRow }: Execution): Promise<AbnormityRow> {
  await assertCanRead(ctx, nextRow.responsibleId)
  const savedRow = await ctx.rows.update(abnormity, row!.id, { ...patch, remindedOn: null })
  notifyResponsible(ctx, savedRow)
  return savedRow
}
/** POST /quality/abnormity_reassign: notifies the new responsible person. @throws 6000 if it is the same person */
async function handleReassign({ ctx, row, patch, nextRow }: Execution): Promise<AbnormityRow> {
  if (nextRow.responsibleId === row!.responsibleId)
    throw refuse('deviations:refusals.sameResponsible', { number: row!.number })
  return handleConfirm({ ctx, row, patch, nextRow } as Execution)
}
/** Asserts that the responsible person can open the abnormity. @throws 6000 with the person's name */
async function assertCanRead(ctx: Context, id: string | null): Promise<void> {
  if (!id || (await listPeopleWithPermission(ctx, 'qualityTrackingView', [id])).length > 0) return
  const names = await loadNames(ctx, 'user', [id])
  throw refuse('deviations:refusals.cannotAnswer', { name: names[id] ?? '' })
}
/** Notifies the responsible person, if there is one, that an answer is owed. */
function notifyResponsible(
  ctx: Context,
  { id, number, responsibleId }: Pick<AbnormityRow, 'id' | 'number' | 'responsibleId'>,
): void {
  if (!responsibleId) return
  ctx.notify({
    notice: 'abnormityOwed',
    id,
    title: () => number,
    keys: ['qualityTrackingView'],
    to: [responsibleId],
  })
}
/** POST /quality/post_abnormity: stores an answer. @throws 4013 for a measure done in the future, or dated before the abnormity */
async function handleAnswer({ ctx, row, patch, nextRow }: Execution): Promise<AbnormityRow> {
  const issues = findMeasureIssues(nextRow.measures, {
    today: getToday(ctx),
    raisedOn: toPlantDay(ctx, nextRow.raisedAt),
    raisedLabel: ctx.t('deviations:abnormity.fields.raisedAt'),
  })
  if (issues.length > 0) throw refuseInput(issues)
  const people = nextRow.measures.flatMap(({ userId }) => userId ?? [])
  await assertRowsExist(ctx, 'user', [...new Set(people)], 'measures')
  return ctx.rows.update(abnormity, row!.id, patch)
}
/** Sends an answer back or reopens the abnormity; the responsible person is notified again. */
async function handleSendBack({ ctx, row, patch }: Execution): Promise<AbnormityRow> {
  const savedRow = await ctx.rows.update(abnormity, row!.id, { ...patch, remindedOn: null })
  notifyResponsible(ctx, savedRow)
  return savedRow
}

/** Job: reminds the responsible persons of overdue answers once a day. */
export async function remindOverdueAnswers(ctx: Context): Promise<void> {
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
  for (const row of rows) notifyResponsible(ctx, row)
}

/** Handlers of all abnormity commands. */
export const abnormityHandlers: HandlerEntry[] = [
  handleCommand(raiseAbnormity, handleRaise),
  handleCommand(confirmAbnormity, handleConfirm),
  handleCommand(reassignAbnormity, handleReassign),
  handleCommand(withdrawAbnormity),
  handleCommand(answerAbnormity, handleAnswer),
  handleCommand(verifyAbnormity),
  handleCommand(sendBackAbnormity, handleSendBack),
  handleCommand(closeAbnormity),
  handleCommand(reopenAbnormity, handleSendBack),
]
