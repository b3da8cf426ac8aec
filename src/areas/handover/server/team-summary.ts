import type { EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { teamSummary, teamSummaryPreview } from '../contract/production-records'
import { findCorrectedMetrics, summaryMetrics, type SummaryMetrics } from '../rules/production-records'
import type { Context } from '@/server/context'
import { findRowName } from '@/plant/server/plant'
import { listLines } from '@/plant/server/queries/list-lines'
import { resolveRecordHead, resolveEnteredShift, formatShift } from '@/plant/server/shift-record-head'
import { buildShiftSnapshot, type ShiftSnapshot } from './shift-snapshot'
import { updateShiftRecord, createShiftRecord } from '@/plant/server/shift-records'
import { handle } from '@/server/area'
import type { WithoutFilledNames } from '@/contract/field-values'

type SummaryRow = WithoutFilledNames<EndpointOutput<typeof teamSummaryPreview>[number]>

/** Returns the metrics of one order in a shift, or of the whole shift without an order. */
function getSummaryMetrics(snapshot: ShiftSnapshot, workOrderId: string | null): SummaryMetrics {
  const order = snapshot.orders.find((candidate) => candidate.workOrderId === workOrderId)
  const isWholeShift = workOrderId === null
  return {
    jumboRolls: isWholeShift ? snapshot.jumboRolls : (order?.jumboRolls ?? 0),
    slitRolls: isWholeShift ? snapshot.slitRolls : (order?.slitRolls ?? 0),
    goodKg: isWholeShift ? snapshot.goodKg : (order?.goodKg ?? 0),
    downgradedKg: isWholeShift ? snapshot.downgradedKg : (order?.downgradedKg ?? 0),
    wasteKg: isWholeShift ? snapshot.wasteKg : (order?.wasteKg ?? 0),
    // Feeds and stops belong to the line; an order gets them only if it is the only one of the shift.
    fedKg: isWholeShift || snapshot.orders.length === 1 ? snapshot.fedKg : 0,
    stopMinutes: isWholeShift || snapshot.orders.length === 1 ? snapshot.stopMinutes : 0,
  }
}

/** GET /production_form/team_product_summary_preview: the whole shift first, then its orders. */
export const previewTeamSummary = handle(teamSummaryPreview, async (ctx, input) => {
  const shift = await resolveEnteredShift(ctx, input)
  const lineIds = input.lineId
    ? [input.lineId]
    : (await listLines(ctx))
        .filter(({ kind }) => kind !== 'utility')
        .slice(0, 1)
        .map(({ id }) => id)
  const summaryRows: SummaryRow[] = []
  for (const lineId of lineIds) {
    const snapshot = await buildShiftSnapshot(ctx, lineId, shift)
    const buildRow = (workOrderId: string | null): SummaryRow => ({
      workOrderId,
      team: shift.team,
      ...getSummaryMetrics(snapshot, workOrderId),
    })
    summaryRows.push(buildRow(null), ...snapshot.orders.map((order) => buildRow(order.workOrderId)))
  }
  return summaryRows
})

/** POST /production_form/team_product_summary: fills empty metrics from the rolls. Entered metrics that differ need a reason. */
export const addTeamSummary = handle(teamSummary.endpoints.create, async (ctx, input) => {
  const recordHead = await resolveRecordHead(ctx, input)
  if (!input.workOrderId) await assertNoShiftSummary(ctx, input.lineId, recordHead)
  const calculatedMetrics = getSummaryMetrics(
    await buildShiftSnapshot(ctx, input.lineId, await resolveEnteredShift(ctx, recordHead)),
    input.workOrderId ?? null,
  )
  assertCorrectionExplained(ctx, input, calculatedMetrics, input.correction)
  const values = Object.fromEntries(
    Object.entries(calculatedMetrics).map(([name, value]) => [name, input[name as keyof SummaryMetrics] ?? value]),
  )
  return createShiftRecord(ctx, teamSummary, { ...input, ...recordHead }, values)
})
/** PUT /production_form/team_product_summary: changed metrics need a reason. */
export const editTeamSummary = handle(teamSummary.endpoints.update, async (ctx, input) => {
  const storedSummary = await ctx.rows.lock(teamSummary, input.id)
  const storedMetrics = Object.fromEntries(
    summaryMetrics.map((name) => [name, storedSummary[name] ?? 0]),
  ) as SummaryMetrics
  assertCorrectionExplained(
    ctx,
    input,
    storedMetrics,
    input.correction === undefined ? storedSummary.correction : input.correction,
  )
  return updateShiftRecord(ctx, teamSummary, input as Record<string, unknown> & { id: string })
})
function assertCorrectionExplained(
  ctx: Context,
  enteredMetrics: { readonly [K in keyof SummaryMetrics]?: number | null },
  referenceMetrics: SummaryMetrics,
  reason: string | null | undefined,
): void {
  const correctedMetrics = findCorrectedMetrics(enteredMetrics, referenceMetrics)
  if (correctedMetrics.length === 0 || reason?.trim()) return
  throw refuse('handover:refusals.correctionNeeded', {
    fields: correctedMetrics
      .map((name) => `${ctx.t(`handover:teamSummary.fields.${name}`)} (${referenceMetrics[name]})`)
      .join(', '),
  })
}
/**
 * Ensures a single summary of the whole shift, because the unique key does not cover rows without an order.
 * @throws 6000 if one exists
 */
async function assertNoShiftSummary(
  ctx: Context,
  lineId: string,
  { businessDate, shift }: { businessDate: string; shift: string | null },
): Promise<void> {
  await ctx.query(`select pg_advisory_xact_lock(hashtext($1), $2)`, [
    `team_summary ${lineId} ${businessDate} ${shift ?? ''}`,
    ctx.site,
  ])
  const [existingSummary] = await ctx.rows.find(teamSummary, {
    where: { lineId, businessDate, shift, workOrderId: null },
    limit: 1,
  })
  if (existingSummary)
    throw refuse(
      'handover:refusals.summaryThere',
      { line: await findRowName(ctx, 'line', lineId), day: businessDate, shift: formatShift(ctx, shift) },
      { id: existingSummary.id },
    )
}
