import type { EndpointInput } from '@/contract/endpoint'
import { getEmptyValue, type Fields } from '@/contract/field'
import { refuse } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import { getFieldInLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { equipment } from '@/areas/equipment/contract/equipment'
import { meter } from '@/areas/equipment/contract/meter'
import { pmRecord } from '@/areas/equipment/contract/work-records'

import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { toPmCounter, getDayOfMonth, hasPmRule, toCurrentPmCounter } from '../rules/pm-plan'
import { findCounterReadingProblem, type PmCounter } from '../rules/pm-completion'
import { calculateMaxHours } from '../rules/work-hours'
import { pmPlan } from '../contract/pm-plan'
import { completePm, recordPmReading } from '../contract/pm-endpoints'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import {
  assertDayNotInFuture,
  assertRowsExist,
  findRowName,
  requirePerson,
  formatPlantMinute,
} from '@/plant/server/plant'
import { assertExistedAtUse, assertReferencesExisted } from '@/plant/server/chronology'
import { loadMeterUseByDay } from '@/areas/equipment/server/queries/meter-use-by-day'
import { bookRecordParts } from './book-used-parts'
import { applyService, isNewest, toPlanState } from './plan-service'
import { calculatePlanStatuses, type PmPlanRow } from './pm-states'
import { handle } from '@/server/area'

/** Empty values of all plan fields, for the fields that the input of a new plan omits. */
const DEFAULT_VALUES = Object.fromEntries(
  Object.entries(pmPlan.fields as Fields).map(([name, field]) => [name, getEmptyValue(field)]),
)

/** Creates a plan with its derived fields. */
export const addPmPlan = handle(pmPlan.endpoints.create, async (ctx, input) => {
  const enteredPlan = { ...DEFAULT_VALUES, ...input, id: input.id ?? createUuid7(ctx.now.getTime()) } as PmPlanRow
  const plan = { ...enteredPlan, dayOfMonth: getDayOfMonth(enteredPlan) }
  assertDayNotInFuture(ctx, plan.lastDoneOn, 'lastDoneOn')
  await assertPmRuleValid(ctx, plan)
  await assertReferencesExisted(ctx, pmPlan, plan, { at: plan.lastDoneOn, field: 'lastDoneOn' })
  return ctx.rows.insert(pmPlan, {
    ...(input as Partial<PmPlanRow>),
    id: plan.id,
    dayOfMonth: plan.dayOfMonth,
    ...(await calculatePlanStatuses(ctx, [plan])).get(plan.id),
  })
})
/** Updates a plan and recalculates its derived fields. Edits of an older version merge by fields. */
export const updatePmPlan = handle(pmPlan.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const previousPlan = await ctx.rows.lock(pmPlan, id)
  // The job `pm-states` also raises the version. The job changes no field that people edit, so the edit never conflicts
  // with the job.
  const mergedPatch = await ctx.rows.merge(pmPlan, id, patch, version)
  const mergedPlan = { ...previousPlan, ...mergedPatch }
  assertDayNotInFuture(ctx, mergedPatch.lastDoneOn, 'lastDoneOn')
  const calendarFields = {
    dayOfMonth: getDayOfMonth(mergedPlan),
    servedOn: isSameCalendar(previousPlan, mergedPlan) ? previousPlan.servedOn : null,
    // A last-service day that a person entered belongs to no record, so its time is unknown.
    lastDoneAt: mergedPlan.lastDoneOn === previousPlan.lastDoneOn ? previousPlan.lastDoneAt : null,
  }
  const nextPlan = { ...mergedPlan, ...calendarFields }
  await assertPmRuleValid(ctx, nextPlan)
  await assertReferencesExisted(ctx, pmPlan, nextPlan, { at: nextPlan.lastDoneOn, field: 'lastDoneOn' }, previousPlan)
  return ctx.rows.update(pmPlan, id, {
    ...mergedPatch,
    ...calendarFields,
    ...(await calculatePlanStatuses(ctx, [nextPlan])).get(id),
  })
})
/** False if the calendar rule or the last-service day changed. The caller then resets `servedOn`. */
const isSameCalendar = (previousPlan: PmPlanRow, nextPlan: PmPlanRow): boolean =>
  (['calendarEvery', 'calendarUnit', 'dayOfMonth', 'lastDoneOn'] as const).every(
    (name) => previousPlan[name] === nextPlan[name],
  )
async function assertPmRuleValid(ctx: Context, plan: PmPlanRow): Promise<void> {
  if (!hasPmRule(plan)) throw refuse('maintenance:refusals.pm.rule')
  await assertRowsExist(
    ctx,
    'sparePart',
    plan.parts.map((part) => part.partId),
    'parts',
  )
  if (!plan.meterId) return
  const linkedMeter = await ctx.rows.get(meter, plan.meterId)
  if (!linkedMeter.counter)
    throw refuse('maintenance:refusals.pm.noCounter', {
      meter: `${linkedMeter.code} ${String(getFieldInLanguage(meter, linkedMeter, 'name', ctx.language))}`,
    })
  if (linkedMeter.unit !== plan.meterUnit) throw refuse('maintenance:refusals.pm.meterUnit', { unit: linkedMeter.unit })
}

/**
 * POST /upkeep/complete. A completion that arrives after a later service is stored, but the plan keeps the later
 * service.
 */
export const pmCompletionHandler: HandlerEntry = handleCommand(completePm, saveCompletion)
async function saveCompletion({
  ctx,
  input,
  patch,
  occurredAt,
  person,
}: CommandExecution<typeof pmRecord, EndpointInput<typeof completePm>>): Promise<Row<typeof pmRecord>> {
  const plan = await ctx.rows.lock(pmPlan, input.id)
  if (plan.paused) throw refuse('maintenance:refusals.pm.paused')
  await assertPlannedMachineInstalled(ctx, plan, occurredAt)
  await assertNotCompletedByOthers(ctx, plan, input.seenDoneAt)
  const peopleCount = Math.max(1, input.people?.length ?? 0)
  if ((input.hours ?? 0) > calculateMaxHours(peopleCount))
    throw refuse('maintenance:refusals.pm.tooManyHours', { people: peopleCount, most: calculateMaxHours(peopleCount) })
  const isNewestService = isNewest(ctx, plan, occurredAt)
  const counter = isNewestService ? await loadCounterAt(ctx, plan, occurredAt) : null
  const reading = input.reading ?? counter?.currentReading ?? null
  if (counter && input.reading != null) assertReadingPlausible(plan, counter, input.reading, occurredAt)
  await assertRowsExist(
    ctx,
    'sparePart',
    (input.parts ?? []).map((part) => part.partId),
    'parts',
  )
  const servedPlan = isNewestService ? applyService(ctx, plan, { occurredAt, reading }) : plan
  const status = (await calculatePlanStatuses(ctx, [servedPlan])).get(plan.id)!
  const record = await ctx.rows.insert(pmRecord, {
    ...patch,
    equipmentId: plan.equipmentId,
    planId: plan.id,
    title: plan.title,
    occurredAt,
    people: input.people?.length ? input.people : [person.id],
    reading,
    nextDueOn: status.nextDueOn,
    planBefore: isNewestService ? [toPlanState(plan)] : [],
  })
  await bookRecordParts(ctx, {
    kind: pmRecord.name,
    id: record.id,
    occurredAt,
    reason: plan.title,
    before: null,
    after: { repairId: null, parts: record.parts.map((part) => ({ ...part, unit: null })) },
  })
  await ctx.rows.update(pmPlan, plan.id, { ...toPlanState(servedPlan), ...status })
  return record
}
async function assertPlannedMachineInstalled(ctx: Context, plan: PmPlanRow, occurredAt: string): Promise<void> {
  const { code, installedOn } = await ctx.rows.get(equipment, plan.equipmentId)
  assertExistedAtUse(ctx, { name: code, since: installedOn, at: occurredAt, field: 'occurredAt' })
}
/**
 * Refuses a completion if somebody else has recorded a service since the form was opened. Both completions may describe
 * the same service, and its parts would be booked twice. The completion passes if the same person recorded the last
 * service, or if the last service belongs to no record.
 */
async function assertNotCompletedByOthers(
  ctx: Context,
  plan: PmPlanRow,
  seenDoneAt: string | null | undefined,
): Promise<void> {
  const doneAt = plan.lastDoneAt
  if (seenDoneAt === undefined || doneAt === null || (seenDoneAt !== null && toMillis(seenDoneAt) === toMillis(doneAt)))
    return
  const [lastRecord] = await ctx.rows.find(pmRecord, { where: { planId: plan.id, occurredAt: doneAt }, limit: 1 })
  if (!lastRecord || lastRecord.createdBy === requirePerson(ctx).id) return
  const personName = lastRecord.createdBy ? await findRowName(ctx, 'user', lastRecord.createdBy) : ''
  throw refuse('maintenance:refusals.pm.served', { name: personName, at: formatPlantMinute(ctx, doneAt) }, { doneAt })
}
/** Loads the counter state at a moment; later meter readings are ignored. */
async function loadCounterAt(ctx: Context, plan: PmPlanRow, moment: string): Promise<PmCounter> {
  const counter = toPmCounter({ ...plan, ...(await calculatePlanStatuses(ctx, [plan])).get(plan.id) })
  if (!plan.meterId) return counter
  // The anchor is the last reading before `since`; a reading at the moment itself is included.
  const since = toMoment(toMillis(moment) + 1)
  const [meterUse] = await loadMeterUseByDay(ctx, [{ queryId: plan.id, meterId: plan.meterId, since }])
  return meterUse ? { ...counter, currentReading: meterUse.anchorValue, currentReadAt: meterUse.anchorAt } : counter
}

/** POST /upkeep/reading: counter reading of a plan without a meter. A reading older than the current one is ignored. */
export const pmReadingHandler: HandlerEntry = handleCommand(recordPmReading, async ({ ctx, row, input, patch }) => {
  if (!row?.meterEvery) throw refuse('maintenance:refusals.pm.rule')
  if (row.meterId) throw refuse('maintenance:refusals.pm.metered')
  if (patch.currentReadAt === undefined) return row
  await assertPlannedMachineInstalled(ctx, row, input.occurredAt)
  assertReadingPlausible(row, toCurrentPmCounter(row), input.reading, input.occurredAt)
  const planWithReading = { ...row, ...patch }
  return ctx.rows.update(pmPlan, row.id, (await calculatePlanStatuses(ctx, [planWithReading])).get(row.id) ?? {})
})
function assertReadingPlausible(plan: PmPlanRow, counter: PmCounter, reading: number, readAt: string): void {
  const problem = findCounterReadingProblem(counter, reading, readAt)
  if (problem) throw refuse(`maintenance:refusals.pm.${problem.code}`, { ...problem, unit: plan.meterUnit ?? '' })
}
