import { errno, Refusal } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import { dailyInspection, inspectionTime, postInspection, removeInspection } from '../contract/inspections'
import type { InspectionKind } from '../rules/inspection'
import { toMillis } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { resolveOccurredAt, requirePerson } from '@/plant/server/plant'
import { resolveRecordHead } from '@/plant/server/shift-record-head'
import { updateShiftRecord, createShiftRecord, removeShiftRecord } from '@/plant/server/shift-records'
import { handle } from '@/server/area'

type Inspection = typeof dailyInspection | typeof postInspection
type FieldValues = Record<string, unknown>
const getInspectionKind = (resource: Inspection): InspectionKind =>
  resource.name === 'dailyInspection' ? 'daily' : 'post'

/**
 * Creates the handler that adds a daily or station inspection and marks the inspection of that kind due in this shift
 * as done.
 */
export const createInspectionAddHandler =
  <R extends Inspection>(resource: R) =>
  async (ctx: Context, input: CreateInput<R>): Promise<Row<R>> => {
    const row = (await createShiftRecord(ctx, resource, input as FieldValues)) as Row<Inspection>
    await settleDueInspection(ctx, getInspectionKind(resource), row)
    return row as Row<R>
  }
/** Creates the handler that edits a daily or station inspection. */
export const createInspectionEditHandler =
  <R extends Inspection>(resource: R) =>
  (ctx: Context, input: UpdateInput<R>): Promise<Row<R>> =>
    updateShiftRecord(ctx, resource, input)

/**
 * DELETE /production_form/delete_inspection_record_table: removes the daily or station inspection with this id. The due
 * inspection that it settled is open again.
 */
export const removeDailyOrPostInspection = handle(removeInspection, async (ctx, input) => {
  for (const resource of [dailyInspection, postInspection]) {
    const [row] = await ctx.rows.find(resource, { where: { id: input.id }, limit: 1 })
    if (!row) continue
    await removeShiftRecord(ctx, resource, input)
    await reopenDueInspection(ctx, resource, row)
    return null
  }
  throw new Refusal(errno.notFound, 'contract:errors.notFoundOf', {
    params: { name: ctx.t('quality:dailyInspection.name') },
    issues: [{ path: ['id'], code: 'unknownId' }],
  })
})

interface FinishedInspection {
  lineId: string
  businessDate: string | null
  shift: string | null
  workOrderId: string | null
  filledAt: string | null
}
/**
 * Marks the earliest open inspection of a kind in the shift as done. A first inspection settles the open first
 * inspection of the order.
 */
export async function settleDueInspection(
  ctx: Context,
  inspection: InspectionKind,
  { lineId, businessDate, shift, workOrderId, filledAt }: FinishedInspection,
): Promise<void> {
  const where = inspection === 'first' ? { workOrderId } : { businessDate, shift }
  const [dueInspection] = await ctx.rows.find(inspectionTime, {
    where: { lineId, inspection, ...where, doneAt: null },
    orderBy: 'dueAt',
    limit: 1,
    lock: true,
  })
  if (dueInspection)
    await ctx.rows.update(inspectionTime, dueInspection.id, {
      doneAt: filledAt ?? resolveOccurredAt(ctx),
      userId: requirePerson(ctx).id,
    })
}

/** Number of inspections of one kind in a shift that are considered; far more than a shift has. */
const MAX_INSPECTIONS = 100
/**
 * Reopens the due inspection that a removed inspection settled, unless another inspection of the shift, which found
 * nothing due, can settle it.
 */
async function reopenDueInspection(ctx: Context, resource: Inspection, removed: Row<Inspection>): Promise<void> {
  const { lineId, businessDate, shift, filledAt } = removed
  const inspection = getInspectionKind(resource)
  const dueInspections = await ctx.rows.find(inspectionTime, {
    where: { lineId, inspection, businessDate, shift },
    orderBy: 'dueAt',
    limit: MAX_INSPECTIONS,
    lock: true,
  })
  const isAt = (moment: string | null) => (other: string | null) =>
    moment !== null && other !== null && toMillis(moment) === toMillis(other)
  const settled = dueInspections.find(({ doneAt }) => isAt(filledAt)(doneAt))
  if (!settled) return
  const remaining = await ctx.rows.find(resource as typeof dailyInspection, {
    where: { lineId, businessDate, shift },
    orderBy: 'filledAt',
    limit: MAX_INSPECTIONS,
  })
  const successor = remaining.find((row) => !dueInspections.some(({ doneAt }) => isAt(row.filledAt)(doneAt)))
  await ctx.rows.update(inspectionTime, settled.id, {
    doneAt: successor?.filledAt ?? null,
    userId: successor?.userId ?? null,
  })
}

/** POST /production/inspection_time: adds an inspection, which belongs to the shift in which it is due. */
export const addInspectionTime = handle(inspectionTime.endpoints.create, async (ctx, input) => {
  const head = await resolveRecordHead(ctx, input, input.dueAt)
  return ctx.rows.insert(inspectionTime, {
    ...input,
    ...head,
    ...(input.doneAt
      ? { userId: requirePerson(ctx).id, doneAt: resolveOccurredAt(ctx, input.doneAt, null, 'doneAt') }
      : {}),
  })
})
/** PUT /production/inspection_time: the person who sets `doneAt` is recorded as the inspector. */
export const editInspectionTime = handle(inspectionTime.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const mergedPatch = await ctx.rows.merge(inspectionTime, id, patch, version ?? ctx.origin.baseVersion)
  return ctx.rows.update(inspectionTime, id, { ...mergedPatch, ...resolveCompletion(ctx, mergedPatch.doneAt) })
})
/** Returns the changes that setting (or clearing) `doneAt` implies: the inspector and the validated moment. */
function resolveCompletion(ctx: Context, doneAt: string | null | undefined) {
  if (doneAt === undefined) return {}
  if (doneAt === null) return { userId: null }
  return { userId: requirePerson(ctx).id, doneAt: resolveOccurredAt(ctx, doneAt, null, 'doneAt') }
}
