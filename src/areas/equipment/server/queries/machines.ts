import type { Row } from '@/contract/resource'
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { buildLabelSql } from '@/server/crud/refs'
import { contains } from '@/server/search'
import { columns, computed, options, sql, type Sql } from '@/server/sql'
import { equipment } from '../../contract/equipment'

/** `label`: code and name in the reader's language; `since`: installed, else entered, on that day. */
export type MachineNamed = Pick<Row<typeof equipment>, 'id' | 'code' | 'lineId'> & { label: string; since: Day }
const machinesWhere = (ctx: Context, condition: Sql): Promise<MachineNamed[]> =>
  ctx.query(
    sql`select ${columns(equipment, ['id', 'code', 'lineId'])}, ${computed<{ label: string; since: Day }>`${buildLabelSql(equipment, ctx)} as label, coalesce(installed_on, (created_at at time zone ${ctx.timeZone})::date) as since`}
     from equipment where site_id = ${ctx.site} and ${condition}`,
  )

/** Machines that are not discarded, of a line or one alone, by code. */
export const machinesKept = (
  ctx: Context,
  { lineId, equipmentId }: { lineId: string | null; equipmentId: string | null },
): Promise<MachineNamed[]> =>
  machinesWhere(
    ctx,
    sql`state <> ${options(equipment.fields.state, 'discarded')} and (${lineId}::uuid is null or line_id = ${lineId})
     and (${equipmentId}::uuid is null or id = ${equipmentId}) order by code limit 10000`,
  )
/** How many machines that are not discarded stand in each area; null where none is entered. */
export const machinesInAreas = (ctx: Context): Promise<{ areaId: string | null; machines: number }[]> =>
  ctx.query(
    sql`select ${columns(equipment, ['areaId'])}, ${computed<{ machines: number }>`count(*)::int as machines`} from equipment
     where site_id = ${ctx.site} and state <> ${options(equipment.fields.state, 'discarded')} group by area_id`,
  )
/** Machines by id, in the order of their codes; those that are gone are left out. */
export const machinesById = (ctx: Context, ids: readonly string[]): Promise<MachineNamed[]> =>
  machinesWhere(ctx, sql`id = any(${[...new Set(ids)]}::uuid[]) order by code`)
/** How much a machine is like another: it is the same one, of the same model, of the same category. */
export type Likeness = 'machine' | 'model' | 'category'
/** A machine and those like it, the most alike first; what is discarded had a life to learn from. */
export const machinesAlike = (ctx: Context, id: string): Promise<{ id: string; label: string; likeness: Likeness }[]> =>
  ctx.query(
    sql`select ${columns(equipment, ['id'], 'e')}, ${computed<{
      label: string
      likeness: Likeness
    }>`${buildLabelSql(equipment, ctx, 'e')} as label,
         case when e.id = o.id then 'machine' when e.model = o.model then 'model' else 'category' end as likeness`}
     from equipment o join equipment e on e.site_id = o.site_id and (e.id = o.id or e.model = o.model or e.category = o.category)
     where o.site_id = ${ctx.site} and o.id = ${id} order by e.id <> o.id, e.model is distinct from o.model, e.code limit 2000`,
  )
/** Ids of machines whose code, name or label (code and name), in either language, is like a pattern of `ilike`. */
export const machinesLike = async (ctx: Context, pattern: string): Promise<string[]> =>
  (
    await ctx.query(
      sql`select ${columns(equipment, ['id'])} from equipment
       where site_id = ${ctx.site} and (${contains("(code || ' ' || name)", pattern)} or ${contains("(code || ' ' || coalesce(name_en, name))", pattern)})`,
    )
  ).map(({ id }) => id)
