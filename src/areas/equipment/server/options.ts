import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { toSearchText } from '@/contract/language'
import { refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import { askQuestion } from '@/server/events'
import { buildLocalizedFieldSql, loadReferencedNames } from '@/server/crud/refs'
import { listSelectablePeople, type PeopleQuery } from '@/areas/access/server/queries/people'
import { buildContainsCondition, toSearchPattern } from '@/server/search'
import { limit, options, sql, type Sql } from '@/server/sql'
import { storeParts } from './events'
import { equipment } from '../contract/equipment'
import {
  recordKindNames,
  machinesInUse,
  namesByList,
  equipmentPeople,
  machinesNotInUse,
  machinesWithUseRecords,
  peopleInUseRecords,
  firstLevelItems,
  detectionPoints,
  machineNames,
  recordKinds,
  checkPeople,
  mechanicalPartOptions,
  electricalPartOptions,
  mainLubricants,
  slittingLubricants,
} from '../contract/option-endpoints'
import { countRecordsByKind } from './queries/records'
import { handle } from '@/server/area'

type OptionQuery = EndpointInput<typeof machinesInUse>
type Option = EndpointOutput<typeof machinesInUse>[number]
type OptionHandler = (ctx: Context, input: OptionQuery) => Promise<Option[]>

/** Maximum number of options in a list. */
const MAX_OPTIONS = 500
/** Number of newest records that are searched for earlier entries. */
const MAX_RECENT_RECORDS = 2000

const COUNT_ORDER = sql`count desc, label`
/**
 * Runs an option query. The keyword searches `label`, `code` and `otherSearchColumn` (e.g. the name in the other
 * language).
 */
async function queryOptions(
  ctx: Context,
  input: OptionQuery,
  rowsSql: Sql,
  orderSql: Sql,
  otherSearchColumn = 'label',
): Promise<Option[]> {
  const pattern = toSearchPattern(input.keyword)
  return ctx.query(
    sql<Option>`select left(id::text, 200) as id, left(label, 400) as label, code, left(note, 400) as note, unit, count from (${rowsSql}) options
     where (${pattern}::text is null or ${buildContainsCondition('label', pattern)} or ${buildContainsCondition('code', pattern)} or ${buildContainsCondition(otherSearchColumn, pattern)}) order by ${orderSql} ${limit(MAX_OPTIONS)}`,
  )
}
/** Lists machines sorted by code; the note is the name of the line. */
async function listMachineOptions(
  ctx: Context,
  input: OptionQuery,
  conditionSql: Sql,
  countSql = sql`null::int`,
): Promise<Option[]> {
  const { equipmentId = null } = input
  const rows = await queryOptions(
    ctx,
    input,
    sql`select e.id, ${buildLocalizedFieldSql(equipment, 'name', ctx.language, 'e')} as label, concat_ws(' ', e.name, e.name_en) as names, e.code, e.line_id::text as note, null::text as unit, ${countSql} as count
   from equipment e where e.site_id = ${ctx.site} and (${equipmentId}::uuid is null or e.id = ${equipmentId}) and ${conditionSql}`,
    sql`code`,
    'names',
  )
  const lineNames = await loadReferencedNames(ctx, 'line', rows, 'note')
  return rows.map((row) => ({ ...row, note: row.note ? (lineNames[row.note] ?? null) : '' }))
}

/** Lists machines in use. */
export const listMachinesInUse = handle(machinesInUse, (ctx, input) =>
  listMachineOptions(ctx, input, sql`e.state = ${options(equipment.fields.state, 'inUse')}`),
)
/** Lists machines not in use. */
export const listMachinesNotInUse = handle(machinesNotInUse, (ctx, input) =>
  listMachineOptions(ctx, input, sql`e.state = ${options(equipment.fields.state, 'notUsed')}`),
)
/** Lists the names of all machines. */
export const listMachineNames = handle(machineNames, (ctx, input) => listMachineOptions(ctx, input, sql`true`))
/** Lists machines that have use records, with the number of these records. */
export const listMachinesWithUseRecords = handle(machinesWithUseRecords, (ctx, input) =>
  listMachineOptions(
    ctx,
    input,
    sql`exists (select 1 from use_record u where u.site_id = e.site_id and u.equipment_id = e.id)`,
    sql`(select count(*)::int from use_record u where u.site_id = e.site_id and u.equipment_id = e.id)`,
  ),
)

const listPeopleOptions = async (
  ctx: Context,
  input: OptionQuery,
  query: Omit<PeopleQuery, 'namePattern'>,
): Promise<Option[]> =>
  (await listSelectablePeople(ctx, { ...query, namePattern: toSearchPattern(input.keyword) })).map((person) => ({
    ...person,
    unit: null,
  }))
/** A person with the number of records that name this person. */
interface NamedPerson {
  id: string
  count: number
}

/** Lists people who can be named in records; if `num` is given, the people of the list with this number. */
export const listRecordPeople = handle(equipmentPeople, (ctx, { num, ...input }) =>
  num == null ? listPeopleOptions(ctx, input, {}) : listNamesByNumber.run(ctx, { num, keyword: input.keyword }),
)
/** Lists people named in use records, most frequent first. */
export const listUseRecordPeople = handle(peopleInUseRecords, async (ctx, input) => {
  const { equipmentId = null } = input
  return listPeopleOptions(ctx, input, {
    includeBlocked: true,
    frequentPeople: await ctx.query(
      sql<NamedPerson>`select user_id as id, count(*)::int as count from use_record
        where site_id = ${ctx.site} and user_id is not null and (${equipmentId}::uuid is null or equipment_id = ${equipmentId}) group by user_id`,
    ),
  })
})

/** Builds a subselect of the newest records of a machine or of all. */
const buildNewestRecordsSql = (ctx: Context, { equipmentId = null }: OptionQuery, table: Sql): Sql =>
  sql`(select * from ${table} where site_id = ${ctx.site} and (${equipmentId}::uuid is null or equipment_id = ${equipmentId}) order by occurred_at desc ${limit(MAX_RECENT_RECORDS)})`
/** Lists people who carry out checks, most frequent first. */
export const listCheckPeople = handle(checkPeople, async (ctx, input) =>
  listPeopleOptions(ctx, input, {
    frequentPeople: await ctx.query(
      sql<NamedPerson>`select w.id, count(*)::int as count from (select people from ${buildNewestRecordsSql(ctx, input, sql`team_check`)} a union all select people from ${buildNewestRecordsSql(ctx, input, sql`mechanical_check`)} b) c,
     jsonb_array_elements_text(c.people) w(id) group by w.id`,
    ),
  }),
)

/** Lists the items of recent first-level checks. */
export const listCheckItems = handle(firstLevelItems, (ctx, input) =>
  queryOptions(
    ctx,
    input,
    sql`select i.item as id, i.item as label, null::text as code, i.method as note, max(i.unit) as unit, count(*)::int as count
   from ${buildNewestRecordsSql(ctx, input, sql`first_level_check`)} c, jsonb_to_recordset(c.items) i(item text, method text, unit text) group by i.item, i.method`,
    COUNT_ORDER,
  ),
)
/** Lists the points of recent detection records. */
export const listDetectionPoints = handle(detectionPoints, (ctx, input) =>
  queryOptions(
    ctx,
    input,
    sql`select v.point as id, v.point as label, null::text as code, null::text as note, v.unit, count(*)::int as count
   from ${buildNewestRecordsSql(ctx, input, sql`detection_record`)} c, jsonb_to_recordset(c.values) v(point text, unit text) group by v.point, v.unit`,
    COUNT_ORDER,
  ),
)

/** A part or lubricant with the number of records that name it; `part` is the id of the store part, null without one. */
interface NamedPart {
  part: string | null
  name: string | null
  unit: string | null
  count: number
}
/** Creates a handler that lists store parts of some kinds, and parts that records name without a store part. */
const createStorePartsHandler =
  (
    buildFittedPartsSql: (ctx: Context, input: OptionQuery) => Sql<NamedPart>,
    kinds: readonly string[],
  ): OptionHandler =>
  async (ctx, input) => {
    const fittedParts = await ctx.query(buildFittedPartsSql(ctx, input))
    const storedParts = await askQuestion(ctx, storeParts, {
      kinds,
      ids: fittedParts.flatMap(({ part }) => part ?? []),
    })
    return queryOptions(
      ctx,
      input,
      sql`with fitted as (select * from jsonb_to_recordset(${JSON.stringify(fittedParts)}::jsonb) f(part text, name text, unit text, count int))
   select p.id, p.label, p.code, p.note, p.unit, coalesce((select sum(f.count)::int from fitted f where f.part = p.id), 0) as count
   from jsonb_to_recordset(${JSON.stringify(storedParts)}::jsonb) p(id text, label text, code text, note text, unit text)
   union all select f.name, f.name, null, null, f.unit, f.count from fitted f where f.part is null and f.name is not null`,
      COUNT_ORDER,
    )
  }
const createPartsHandler = (table: Sql, ...kinds: string[]): OptionHandler =>
  createStorePartsHandler(
    (
      ctx,
      input,
    ) => sql<NamedPart>`select f."partId" as part, f."partName" as name, max(f.unit) as unit, count(*)::int as count
     from ${buildNewestRecordsSql(ctx, input, table)} c, jsonb_to_recordset(c.parts) f("partId" text, "partName" text, unit text) group by 1, 2`,
    kinds,
  )
/** Lists parts for mechanical parts records. */
export const listMechanicalParts = handle(
  mechanicalPartOptions,
  createPartsHandler(sql`parts_record`, 'mechanical', 'consumable', 'other'),
)
/** Lists parts for electrical parts records. */
export const listElectricalParts = handle(
  electricalPartOptions,
  createPartsHandler(sql`electrical_parts_record`, 'electrical', 'consumable', 'other'),
)
const createLubricantsHandler = (table: Sql): OptionHandler =>
  createStorePartsHandler(
    (
      ctx,
      input,
    ) => sql<NamedPart>`select u."partId" as part, u.lubricant as name, max(u.unit) as unit, count(*)::int as count
     from ${buildNewestRecordsSql(ctx, input, table)} c, jsonb_to_recordset(c.points) u(lubricant text, "partId" text, unit text) group by 1, 2`,
    ['lubricant'],
  )
/** Lists lubricants of the main lines. */
export const listMainLubricants = handle(mainLubricants, createLubricantsHandler(sql`main_lubrication`))
/** Lists lubricants of the slitting machines. */
export const listSlittingLubricants = handle(slittingLubricants, createLubricantsHandler(sql`slitting_lubrication`))

/** Lists the kinds of record. Counts are included only for a single machine. */
export const listRecordKinds = handle(recordKinds, async (ctx, input) => {
  const recordCounts = input.equipmentId
    ? await countRecordsByKind(ctx, input.equipmentId, new Set(recordKindNames))
    : []
  const countsByKind = new Map<string, number>(recordCounts.map(({ kind, count }) => [kind, count]))
  const keywordText = toSearchText(input.keyword ?? '')
  return recordKindNames
    .map((name): Option => ({
      id: name,
      label: ctx.t(`equipment:${name}.name`),
      code: null,
      note: null,
      unit: null,
      count: input.equipmentId ? (countsByKind.get(name) ?? 0) : null,
    }))
    .filter(({ label }) => toSearchText(label).includes(keywordText))
})

const DEVICE_USERS_LIST_NUMBER = 11
/** Lists the people of a numbered list. The only list has the device users, whose role reports, repairs or inspects. */
export const listNamesByNumber = handle(namesByList, async (ctx, input) => {
  if (input.num !== DEVICE_USERS_LIST_NUMBER) throw refuse('equipment:refusals.unknownList', { num: input.num })
  return listPeopleOptions(
    ctx,
    { keyword: input.keyword ?? null },
    { roleKeys: ['repairAdd', 'repairWork', 'pollingWork'] },
  )
})
