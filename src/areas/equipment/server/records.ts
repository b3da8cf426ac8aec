import type { Row } from '@/contract/resource'
import type { Endpoint, EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { CheckedInput, HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { publishEvent } from '@/server/events'
import { createLookup } from '@/server/db/batched-lookups'
import { columns, computed, options, sql, type Sql } from '@/server/sql'
import { partsUsed, planRecordChanged, type PlanRecordChange } from './events'
import { assertExistedAtUse } from '@/plant/server/chronology'
import { assertRowsExist, assertMomentNotAhead } from '@/plant/server/plant'
import { firstLevelCheck, mechanicalCheck, secondLevelCheck, teamCheck } from '../contract/check-records'
import { equipment, machineUseRecord } from '../contract/equipment'
import { mainLubrication, slittingLubrication } from '../contract/lubrication'
import { electricalPartsRecord, partsRecord } from '../contract/parts-records'
import { assistRecord, detectionRecord, electricRecord, pmRecord } from '../contract/work-records'
import { listUsedStoreParts, findRecordProblem, type RecordContent, type RecordConsumption } from '../rules/record'
import { addDays, resolveLocalTime, toLocalTime, toMoment } from '@/plant/rules/plant-time'
import { checkCount } from '../contract/equipment-endpoints'
import { handle } from '@/server/area'

/** Resources of all kinds of record about a machine. */
export const recordResources = [
  firstLevelCheck,
  secondLevelCheck,
  electricRecord,
  pmRecord,
  assistRecord,
  detectionRecord,
  partsRecord,
  electricalPartsRecord,
  mainLubrication,
  slittingLubrication,
  teamCheck,
  mechanicalCheck,
] as const
/** TypeScript cannot resolve `ctx.rows` calls for this union, so these calls cast each resource to `firstLevelCheck`. */
type RecordResource = (typeof recordResources)[number]
/** Input fields that all kinds of record share. */
interface RecordInput extends RecordContent, Pick<RecordConsumption, 'points'> {
  id?: string
  equipmentId?: string | null
  people?: string[]
  repairId?: string | null
  parts?: RecordContent['parts'] & RecordConsumption['parts']
}

/** Handlers of the create, update and remove operations of every kind. */
export const machineRecordHandlers: HandlerEntry[] = recordResources.flatMap((resource) => [
  {
    endpoint: (resource.endpoints.create as Endpoint).name,
    run: (ctx: Context, input: CheckedInput & RecordInput) => addRecord(ctx, resource, input),
    isSingleInsert: true,
  },
  {
    endpoint: (resource.endpoints.update as Endpoint).name,
    run: (ctx: Context, input: Partial<RecordInput> & { id: string; version: number }) =>
      changeRecord(ctx, resource, input),
  },
  {
    endpoint: (resource.endpoints.remove as Endpoint).name,
    run: (ctx: Context, input: { id: string; version?: number | null }) => removeRecord(ctx, resource, input),
  },
])

async function addRecord(ctx: Context, resource: RecordResource, input: RecordInput): Promise<unknown> {
  assertMomentNotAhead(ctx, input.occurredAt, 'occurredAt')
  assertRecordConsistent(ctx, input)
  await assertMachineAcceptsRecord(ctx, input)
  await assertPartsExist(ctx, input)
  // By default the record names the person who entered it.
  const callerIds = ctx.person ? [ctx.person.id] : []
  const people = input.people?.length ? input.people : callerIds
  const id = input.id ?? createUuid7(ctx.now.getTime())
  await bookParts(ctx, resource, id, null, input)
  return ctx.rows.insert(resource as typeof firstLevelCheck, { ...input, id, people })
}

async function changeRecord(
  ctx: Context,
  resource: RecordResource,
  { id, version, ...input }: Partial<RecordInput> & { id: string; version: number },
): Promise<unknown> {
  const storedRecord = await ctx.rows.lock(resource as typeof firstLevelCheck, id)
  // The merge preserves entries of two people who edit different items of one check.
  const patch = (await ctx.rows.merge(
    resource as typeof firstLevelCheck,
    id,
    input as Partial<Row<typeof firstLevelCheck>>,
    version,
  )) as Partial<RecordInput>
  const changedRecord = { ...storedRecord, ...patch } as RecordInput
  if (patch.occurredAt) assertMomentNotAhead(ctx, patch.occurredAt, 'occurredAt')
  assertRecordConsistent(ctx, changedRecord)
  await assertPartsExist(ctx, patch as RecordInput)
  if (patch.equipmentId !== undefined || patch.occurredAt !== undefined)
    await assertMachineAcceptsRecord(ctx, changedRecord)
  const savedRecord = await ctx.rows.update(
    resource as typeof firstLevelCheck,
    id,
    patch as Partial<Row<typeof firstLevelCheck>>,
  )
  await bookParts(ctx, resource, id, storedRecord, savedRecord)
  await reportPlanRecord(ctx, resource, storedRecord, savedRecord)
  return savedRecord
}

/** Removes a record, returns its parts to the store, and makes the plan that it completed due again. */
async function removeRecord(
  ctx: Context,
  resource: RecordResource,
  { id, version }: { id: string; version?: number | null },
): Promise<null> {
  const removedRecord = await ctx.rows.lock(resource as typeof firstLevelCheck, id)
  await ctx.rows.remove(resource as typeof firstLevelCheck, id, { version: version ?? null })
  await bookParts(ctx, resource, id, removedRecord, null)
  await reportPlanRecord(ctx, resource, removedRecord, null)
  return null
}
/** Publishes the change of a record that completed a plan. */
async function reportPlanRecord(
  ctx: Context,
  resource: RecordResource,
  before: unknown,
  after: unknown,
): Promise<void> {
  if (resource !== pmRecord) return
  const change = { before, after } as PlanRecordChange
  if (change.before.planId) await publishEvent(ctx, planRecordChanged, change)
}

/**
 * Takes the parts of a record from the store. A correction books the difference to the previous record at the current
 * time, so repeating a correction books nothing.
 */
async function bookParts(
  ctx: Context,
  resource: RecordResource,
  id: string,
  previousRecord: RecordInput | null,
  newRecord: RecordInput | null,
): Promise<void> {
  const getConsumption = (record: RecordInput | null) =>
    record && { repairId: record.repairId ?? null, parts: listUsedStoreParts(record) }
  const partsChange = {
    kind: resource.name,
    id,
    occurredAt: previousRecord ? ctx.now.toISOString() : newRecord!.occurredAt,
    before: getConsumption(previousRecord),
    after: getConsumption(newRecord),
  }
  if (partsChange.before?.parts.length || partsChange.after?.parts.length)
    await publishEvent(ctx, partsUsed, partsChange)
}

function assertRecordConsistent(ctx: Context, record: RecordContent): void {
  const problem = findRecordProblem(record, ctx.timeZone)
  if (!problem) return
  const { code, ...params } = problem
  throw refuse(`equipment:refusals.record.${code}`, params)
}

/** Finds machines that limit when a record may occur, with their installation day and the moment of their discard. */
const findMachineLimits = createLookup(async (ctx, ids) => {
  const isDiscarded = sql`m.state = ${options(equipment.fields.state, 'discarded')}`
  const discardedAt = computed<{ discardedAt: string | null }>`case when ${isDiscarded} then coalesce((
    select max(u.occurred_at) from use_record u
    where u.site_id = m.site_id and u.equipment_id = m.id and u.state = ${options(machineUseRecord.fields.state, 'discarded')}), 'epoch') end as "discardedAt"`
  const machines = await ctx.query(
    sql`select ${columns(equipment, ['id', 'code', 'installedOn'], 'm')}, ${discardedAt} from equipment m
     where m.site_id = ${ctx.site} and m.id = any(${ids}::uuid[]) and (m.installed_on is not null or ${isDiscarded})`,
  )
  return new Map(machines.map((machine) => [machine.id, machine]))
})
/**
 * Refuses work before the installation or after the discard of a machine. A discarded machine accepts records of work
 * before the discard, because phones send late.
 */
async function assertMachineAcceptsRecord(ctx: Context, { equipmentId, occurredAt }: RecordInput): Promise<void> {
  const machine = equipmentId && (await findMachineLimits(ctx, equipmentId))
  if (!machine) return
  const { code, installedOn, discardedAt } = machine
  if (installedOn) assertExistedAtUse(ctx, { name: code, since: installedOn, at: occurredAt, field: 'occurredAt' })
  if (discardedAt && occurredAt > discardedAt) throw refuse('equipment:refusals.discarded', { code })
}

/** Refuses unknown parts. The check is needed because no foreign key guards ids inside a list. */
const assertPartsExist = (ctx: Context, record: RecordInput): Promise<void> =>
  assertRowsExist(
    ctx,
    'sparePart',
    [...(record.parts ?? []), ...(record.points ?? [])].flatMap(({ partId }) => partId ?? []),
    record.points ? 'points' : 'parts',
  )

interface CalendarBounds {
  today: string
  todayStart: string
  tomorrowStart: string
  monthStart: string
}
/** Returns today and the moments at which today, tomorrow and the current month start, in plant time. */
function getCalendarBounds(ctx: Context): CalendarBounds {
  const today = toLocalTime(ctx.now.toISOString(), ctx.timeZone).day
  const getDayStart = (day: string) => toMoment(resolveLocalTime(day, 0, ctx.timeZone))
  return {
    today,
    todayStart: getDayStart(today),
    tomorrowStart: getDayStart(addDays(today, 1)),
    monthStart: getDayStart(`${today.slice(0, 7)}-01`),
  }
}

/** Builds SQL that counts the checks of a table. The newest check per subject (`subjectColumns`) has the due day. */
const buildCheckCountsSql = (
  ctx: Context,
  { today, todayStart, tomorrowStart, monthStart }: CalendarBounds,
  table: Sql,
  subjectColumns: Sql,
): Sql => sql`select f.*, d.due, d.overdue from
  (select count(*)::int as total, count(*) filter (where occurred_at >= ${todayStart} and occurred_at < ${tomorrowStart})::int as today,
     count(*) filter (where occurred_at >= ${monthStart} and occurred_at < ${tomorrowStart} and result <> 'ok')::int as bad from ${table} where site_id = ${ctx.site}) f,
  (select count(*) filter (where next = ${today}::date)::int as due, count(*) filter (where next < ${today}::date)::int as overdue from
     (select distinct on (${subjectColumns}) next_due_on as next from ${table} where site_id = ${ctx.site} order by ${subjectColumns}, occurred_at desc, id desc) newest) d`

/** Counts team and mechanical checks. A due day is valid until a later check of the same subject exists. */
export const countChecks = handle(checkCount, async (ctx) => {
  const bounds = getCalendarBounds(ctx)
  const teamCounts = buildCheckCountsSql(ctx, bounds, sql`team_check`, sql`line_id, kind, equipment_id`)
  const mechanicalCounts = buildCheckCountsSql(ctx, bounds, sql`mechanical_check`, sql`equipment_id, part`)
  const [row] = await ctx.query(
    sql<
      EndpointOutput<typeof checkCount>
    >`select t.total + m.total as total, t.total as team, m.total as mechanical, t.today + m.today as today, t.bad + m.bad as "notOk", t.due + m.due as due, t.overdue + m.overdue as overdue
     from (${teamCounts}) t, (${mechanicalCounts}) m`,
  )
  return row!
})
