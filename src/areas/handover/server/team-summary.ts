import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import { teamSummary, type teamSummaryPreview } from '../contract/production-sheets'
import { correctedFigures, summaryFigures, type SummaryFigures } from '../rules/sheets'
import type { Context } from '@/server/context'
import { findRowName } from '@/plant/server/plant'
import { listLines } from '@/plant/server/queries/list-lines'
import { resolveRecordHead, resolveEnteredShift, formatShift } from '@/plant/server/shift-record-head'
import { factsOf, type ShiftFacts } from './shift-facts'
import { loadReferencedNames } from '@/server/crud/load-names'
import { updateShiftRecord, createShiftRecord } from '@/plant/server/shift-records'

type Summary = Row<typeof teamSummary>
type Line = EndpointOutput<typeof teamSummaryPreview>[number]

/** Returns the metrics of one order in a shift, or of the whole shift without an order. */
function figuresOf(facts: ShiftFacts, workOrderId: string | null): SummaryFigures {
  const order = facts.orders.find((one) => one.workOrderId === workOrderId)
  const all = workOrderId === null
  return {
    jumboRolls: all ? facts.jumboRolls : (order?.jumboRolls ?? 0),
    slitRolls: all ? facts.slitRolls : (order?.slitRolls ?? 0),
    goodKg: all ? facts.goodKg : (order?.goodKg ?? 0),
    downgradedKg: all ? facts.downgradedKg : (order?.downgradedKg ?? 0),
    wasteKg: all ? facts.wasteKg : (order?.wasteKg ?? 0),
    // Feeds and stops belong to the line; an order gets them only if it is the only one of the shift.
    fedKg: all || facts.orders.length === 1 ? facts.fedKg : 0,
    stopMinutes: all || facts.orders.length === 1 ? facts.stopMinutes : 0,
  }
}

/** GET /production_form/team_product_summary_preview: the whole shift first, then its orders. */
export async function preview(ctx: Context, input: EndpointInput<typeof teamSummaryPreview>): Promise<Line[]> {
  const shift = await resolveEnteredShift(ctx, input)
  const lines = input.lineId
    ? [input.lineId]
    : (await listLines(ctx))
        .filter(({ kind }) => kind !== 'utility')
        .slice(0, 1)
        .map(({ id }) => id)
  const answer: Line[] = []
  for (const lineId of lines) {
    const facts = await factsOf(ctx, lineId, shift)
    const numbers = await loadReferencedNames(ctx, 'workOrder', facts.orders, 'workOrderId')
    const of = (workOrderId: string | null): Line => ({
      workOrderId,
      number: workOrderId ? (numbers[workOrderId] ?? null) : null,
      team: shift.team,
      ...figuresOf(facts, workOrderId),
    })
    answer.push(of(null), ...facts.orders.map((one) => of(one.workOrderId)))
  }
  return answer
}

/** POST /production_form/team_product_summary: fills empty metrics from the rolls; differing ones need a reason. */
export async function addSummary(ctx: Context, input: CreateInput<typeof teamSummary>): Promise<Summary> {
  const head = await resolveRecordHead(ctx, input)
  if (!input.workOrderId) await mustBeFirst(ctx, input.lineId, head)
  const known = figuresOf(
    await factsOf(ctx, input.lineId, await resolveEnteredShift(ctx, head)),
    input.workOrderId ?? null,
  )
  mustBeExplained(ctx, input, known, input.correction)
  const given = Object.fromEntries(
    Object.entries(known).map(([name, value]) => [name, input[name as keyof SummaryFigures] ?? value]),
  )
  return createShiftRecord(ctx, teamSummary, { ...input, ...head }, given)
}
/** PUT /production_form/team_product_summary: changed metrics need a reason. */
export async function editSummary(ctx: Context, input: UpdateInput<typeof teamSummary>): Promise<Summary> {
  const row = await ctx.rows.lock(teamSummary, input.id)
  const known = Object.fromEntries(summaryFigures.map((name) => [name, row[name] ?? 0])) as SummaryFigures
  mustBeExplained(ctx, input, known, input.correction === undefined ? row.correction : input.correction)
  return updateShiftRecord(ctx, teamSummary, input as Record<string, unknown> & { id: string })
}
function mustBeExplained(
  ctx: Context,
  given: { readonly [K in keyof SummaryFigures]?: number | null },
  known: SummaryFigures,
  reason: string | null | undefined,
): void {
  const figures = correctedFigures(given, known)
  if (figures.length === 0 || reason?.trim()) return
  throw refuse('handover:refusals.correctionNeeded', {
    fields: figures.map((name) => `${ctx.t(`handover:teamSummary.fields.${name}`)} (${known[name]})`).join(', '),
  })
}
/**
 * Ensures a single summary of the whole shift, because the unique key does not cover rows without an order.
 * @throws 6000 if one exists
 */
async function mustBeFirst(
  ctx: Context,
  lineId: string,
  { businessDate, shift }: { businessDate: string; shift: string | null },
): Promise<void> {
  await ctx.query(`select pg_advisory_xact_lock(hashtext($1), $2)`, [
    `team_summary ${lineId} ${businessDate} ${shift ?? ''}`,
    ctx.site,
  ])
  const [there] = await ctx.rows.find(teamSummary, {
    where: { lineId, businessDate, shift, workOrderId: null },
    limit: 1,
  })
  if (there)
    throw refuse(
      'handover:refusals.summaryThere',
      { line: await findRowName(ctx, 'line', lineId), day: businessDate, shift: formatShift(ctx, shift) },
      { id: there.id },
    )
}
