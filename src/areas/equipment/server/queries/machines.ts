import type { Row } from '@/contract/resource'
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { buildLabelSql } from '@/server/crud/refs'
import { buildContainsCondition } from '@/server/search'
import { columns, computed, options, sql, type Sql, limit } from '@/server/sql'
import { equipment } from '../../contract/equipment'

/** A machine with `label` (code and name in the reader's language) and `since` (day of installation, else of entry). */
export type NamedMachine = Pick<Row<typeof equipment>, 'id' | 'code' | 'lineId'> & { label: string; since: Day }
const listMachinesWhere = (ctx: Context, condition: Sql): Promise<NamedMachine[]> =>
  ctx.query(
    sql`select ${columns(equipment, ['id', 'code', 'lineId'])}, ${computed<{ label: string; since: Day }>`${buildLabelSql(equipment, ctx)} as label, coalesce(installed_on, (created_at at time zone ${ctx.timeZone})::date) as since`}
     from equipment where site_id = ${ctx.site} and ${condition}`,
  )

/**
 * Lists the machines in the ledger, sorted by code, without discarded machines; optionally only of one line or with one
 * id.
 */
export const listMachinesNotDiscarded = (
  ctx: Context,
  { lineId, equipmentId }: { lineId: string | null; equipmentId: string | null },
): Promise<NamedMachine[]> =>
  listMachinesWhere(
    ctx,
    sql`state <> ${options(equipment.fields.state, 'discarded')} and (${lineId}::uuid is null or line_id = ${lineId})
     and (${equipmentId}::uuid is null or id = ${equipmentId}) order by code limit 10000`,
  )
/** Counts machines by plant area, without discarded machines. `areaId` is null for machines without an area. */
export const countMachinesByArea = (ctx: Context): Promise<{ areaId: string | null; machines: number }[]> =>
  ctx.query(
    sql`select ${columns(equipment, ['areaId'])}, ${computed<{ machines: number }>`count(*)::int as machines`} from equipment
     where site_id = ${ctx.site} and state <> ${options(equipment.fields.state, 'discarded')} group by area_id`,
  )
/** Loads machines by id, sorted by code. Unknown ids are omitted. */
export const loadMachinesById = (ctx: Context, ids: readonly string[]): Promise<NamedMachine[]> =>
  listMachinesWhere(ctx, sql`id = any(${[...new Set(ids)]}::uuid[]) order by code`)
/** Similarity of two machines: the same machine, the same model or the same category. */
export type MachineSimilarity = 'machine' | 'model' | 'category'
/** Lists a machine and similar ones, most similar first. Discarded machines are included for their history. */
export const listSimilarMachines = (
  ctx: Context,
  id: string,
): Promise<{ id: string; label: string; likeness: MachineSimilarity }[]> =>
  ctx.query(
    sql`select ${columns(equipment, ['id'], 'e')}, ${computed<{
      label: string
      likeness: MachineSimilarity
    }>`${buildLabelSql(equipment, ctx, 'e')} as label,
         case when e.id = o.id then 'machine' when e.model = o.model then 'model' else 'category' end as likeness`}
     from equipment o join equipment e on e.site_id = o.site_id and (e.id = o.id or e.model = o.model or e.category = o.category)
     where o.site_id = ${ctx.site} and o.id = ${id} order by e.id <> o.id, e.model is distinct from o.model, e.code limit 2000`,
  )
/** Returns the ids of machines whose code, name or label matches an `ilike` pattern in either language. */
export const searchMachineIds = async (ctx: Context, pattern: string): Promise<string[]> =>
  (
    await ctx.query(
      sql`select ${columns(equipment, ['id'])} from equipment
       where site_id = ${ctx.site} and (${buildContainsCondition("(code || ' ' || name)", pattern)} or ${buildContainsCondition("(code || ' ' || coalesce(name_en, name))", pattern)})`,
    )
  ).map(({ id }) => id)

type Machine = Row<typeof equipment>
interface MachineStateCount {
  readonly lineId: string | null
  readonly state: Machine['state']
  readonly condition: Machine['condition']
  readonly machines: number
}
/** Counts machines by line, state and condition, without discarded machines. */
export const countMachinesByState = (ctx: Context): Promise<readonly MachineStateCount[]> =>
  ctx.query(
    sql`select ${columns(equipment, ['lineId', 'state', 'condition'])}, ${computed<{ machines: number }>`count(*)::int as machines`} from equipment
     where site_id = ${ctx.site} and state <> ${options(equipment.fields.state, 'discarded')} group by line_id, state, condition ${limit(5000)}`,
  )
/** Lists machines with their state and condition, sorted by code, without discarded machines. */
export const listMachineStates = (ctx: Context, maxRows: number) =>
  ctx.query(
    sql`select ${columns(equipment, ['id', 'code', 'lineId', 'state', 'condition'])}, ${computed<{ label: string }>`${buildLabelSql(equipment, ctx)} as label`} from equipment
     where site_id = ${ctx.site} and state <> ${options(equipment.fields.state, 'discarded')} order by code ${limit(maxRows)}`,
  )
