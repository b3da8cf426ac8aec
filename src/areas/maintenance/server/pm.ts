import type { EndpointInput } from '@/contract/endpoint'
import { getEmptyValue, type Fields } from '@/contract/field'
import { refuse } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import { getFieldInLanguage } from '@/contract/language'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import { meter } from '@/areas/equipment/contract/meter'
import { pmRecord } from '@/areas/equipment/contract/work-records'

import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { counterOf, dayOfMonthOf, doneOn, hasRule, presentlyOf } from '../rules/pm-plan'
import { readingProblem, type CounterKnown } from '../rules/pm-work'
import { mostHours } from '../rules/work-hours'
import { pmPlan } from '../contract/pm-plan'
import { completePm, recordPmReading } from '../contract/pm-calls'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import {
  toPlantDay,
  assertDayNotInFuture,
  assertRowsExist,
  findRowName,
  requirePerson,
  writtenMoment,
} from '@/plant/server/plant'
import { loadMeterRuns } from '@/areas/equipment/server/queries/meter-runs'
import { bookRecordParts } from './parts-used'
import { figuresOf, type PlanRow } from './pm-states'

const defaults = Object.fromEntries(
  Object.entries(pmPlan.fields as Fields).map(([name, field]) => [name, getEmptyValue(field)]),
)

/** Creates a plan with its derived fields. */
export async function addPlan(ctx: Context, input: CreateInput<typeof pmPlan>): Promise<PlanRow> {
  const given = { ...defaults, ...input, id: input.id ?? createUuid7(ctx.now.getTime()) } as PlanRow
  const plan = { ...given, dayOfMonth: dayOfMonthOf(given) }
  assertDayNotInFuture(ctx, plan.lastDoneOn, 'lastDoneOn')
  await mustBeARule(ctx, plan)
  return ctx.rows.insert(pmPlan, {
    ...(input as Partial<PlanRow>),
    id: plan.id,
    dayOfMonth: plan.dayOfMonth,
    ...(await figuresOf(ctx, [plan])).get(plan.id),
  })
}
/** Updates a plan and recalculates its derived fields. Edits of an older version merge by fields. */
export async function changePlan(
  ctx: Context,
  { id, version, ...patch }: UpdateInput<typeof pmPlan>,
): Promise<PlanRow> {
  const before = await ctx.rows.lock(pmPlan, id)
  // The job also raises the version, but changes no field that is edited here.
  const mine = await ctx.rows.merge(pmPlan, id, patch, version)
  const merged = { ...before, ...mine }
  assertDayNotInFuture(ctx, mine.lastDoneOn, 'lastDoneOn')
  const calendar = {
    dayOfMonth: dayOfMonthOf(merged),
    servedOn: sameCalendar(before, merged) ? before.servedOn : null,
    // A manually entered last day belongs to no record.
    lastDoneAt: merged.lastDoneOn === before.lastDoneOn ? before.lastDoneAt : null,
  }
  const after = { ...merged, ...calendar }
  await mustBeARule(ctx, after)
  return ctx.rows.update(pmPlan, id, { ...mine, ...calendar, ...(await figuresOf(ctx, [after])).get(id) })
}
/** False if the calendar rule or the last service changed: the served day is then reset. */
const sameCalendar = (before: PlanRow, after: PlanRow): boolean =>
  (['calendarEvery', 'calendarUnit', 'dayOfMonth', 'lastDoneOn'] as const).every((name) => before[name] === after[name])
async function mustBeARule(ctx: Context, plan: PlanRow): Promise<void> {
  if (!hasRule(plan)) throw refuse('maintenance:refusals.pm.rule')
  await assertRowsExist(
    ctx,
    'sparePart',
    plan.parts.map((p) => p.partId),
    'parts',
  )
  if (!plan.meterId) return
  const counter = await ctx.rows.get(meter, plan.meterId)
  if (!counter.counter)
    throw refuse('maintenance:refusals.pm.noCounter', {
      meter: `${counter.code} ${String(getFieldInLanguage(meter, counter, 'name', ctx.language))}`,
    })
  if (counter.unit !== plan.meterUnit) throw refuse('maintenance:refusals.pm.meterUnit', { unit: counter.unit })
}

/**
 * POST /upkeep/complete. A completion that arrives after a later one is stored but does not change the plan's last day.
 */
export const complete: HandlerEntry = handleCommand(completePm, saveCompletion)
async function saveCompletion({
  ctx,
  input,
  patch: change,
  occurredAt: occurredAt,
  person,
}: CommandExecution<typeof pmRecord, EndpointInput<typeof completePm>>): Promise<Row<typeof pmRecord>> {
  const plan = await ctx.rows.lock(pmPlan, input.id)
  if (plan.paused) throw refuse('maintenance:refusals.pm.paused')
  await mustBeAnother(ctx, plan, input.seenDoneAt)
  const people = Math.max(1, input.people?.length ?? 0)
  if ((input.hours ?? 0) > mostHours(people))
    throw refuse('maintenance:refusals.pm.tooManyHours', { people, most: mostHours(people) })
  const day = toPlantDay(ctx, occurredAt)
  const newest =
    day >= plan.lastDoneOn && (plan.lastDoneAt === null || toMillis(occurredAt) >= toMillis(plan.lastDoneAt))
  const counter = newest ? await counterBy(ctx, plan, occurredAt) : null
  const shown = input.reading ?? counter?.present ?? null
  if (counter && input.reading != null) mustBeShown(plan, counter, input.reading, occurredAt)
  await assertRowsExist(
    ctx,
    'sparePart',
    (input.parts ?? []).map((p) => p.partId),
    'parts',
  )
  const done = {
    ...plan,
    ...(newest ? { ...doneOn(plan, day), lastDoneAt: occurredAt, lastReading: shown ?? plan.lastReading } : {}),
    ...(newest && !plan.meterId && shown !== null ? { currentReading: shown, currentReadAt: occurredAt } : {}),
  }
  const figures = (await figuresOf(ctx, [done])).get(plan.id)!
  const record = await ctx.rows.insert(pmRecord, {
    ...change,
    equipmentId: plan.equipmentId,
    planId: plan.id,
    title: plan.title,
    occurredAt,
    people: input.people?.length ? input.people : [person.id],
    reading: shown,
    nextDueOn: figures.nextDueOn,
  })
  await bookRecordParts(ctx, {
    kind: pmRecord.name,
    id: record.id,
    occurredAt,
    reason: plan.title,
    before: null,
    after: { repairId: null, parts: record.parts.map((part) => ({ ...part, unit: null })) },
  })
  const { lastDoneOn, lastDoneAt, servedOn, lastReading } = done
  await ctx.rows.update(pmPlan, plan.id, { lastDoneOn, lastDoneAt, servedOn, lastReading, ...figures })
  return record
}
/**
 * Refuses a completion if somebody else has recorded a service since the form was opened: it may be the same service,
 * whose parts would be booked twice. Earlier services of the same person and last services without a record pass.
 */
async function mustBeAnother(ctx: Context, plan: PlanRow, seen: string | null | undefined): Promise<void> {
  const doneAt = plan.lastDoneAt
  if (seen === undefined || doneAt === null || (seen !== null && toMillis(seen) === toMillis(doneAt))) return
  const [last] = await ctx.rows.find(pmRecord, { where: { planId: plan.id, occurredAt: doneAt }, limit: 1 })
  if (!last || last.createdBy === requirePerson(ctx).id) return
  const who = last.createdBy ? await findRowName(ctx, 'user', last.createdBy) : ''
  throw refuse('maintenance:refusals.pm.served', { name: who, at: writtenMoment(ctx, doneAt) }, { doneAt })
}
/** Loads the counter state at a moment; later meter readings are ignored. */
async function counterBy(ctx: Context, plan: PlanRow, at: string): Promise<CounterKnown> {
  const known = counterOf({ ...plan, ...(await figuresOf(ctx, [plan])).get(plan.id) })
  if (!plan.meterId) return known
  const since = toMoment(toMillis(at) + 1)
  const [run] = await loadMeterRuns(ctx, [{ id: plan.id, meterId: plan.meterId, since }])
  return run ? { ...known, present: run.anchorValue, presentAt: run.anchorAt } : known
}

/** POST /upkeep/reading: counter reading of a plan without a meter. A reading older than the current one is ignored. */
export const enterReading: HandlerEntry = handleCommand(recordPmReading, async ({ ctx, row, input, patch: change }) => {
  if (!row?.meterEvery) throw refuse('maintenance:refusals.pm.rule')
  if (row.meterId) throw refuse('maintenance:refusals.pm.metered')
  if (change.currentReadAt === undefined) return row
  mustBeShown(row, presentlyOf(row), input.reading, input.occurredAt)
  const read = { ...row, ...change }
  return ctx.rows.update(pmPlan, row.id, (await figuresOf(ctx, [read])).get(row.id) ?? {})
})
function mustBeShown(plan: PlanRow, counter: CounterKnown, reading: number, at: string): void {
  const problem = readingProblem(counter, reading, at)
  if (problem) throw refuse(`maintenance:refusals.pm.${problem.code}`, { ...problem, unit: plan.meterUnit ?? '' })
}
