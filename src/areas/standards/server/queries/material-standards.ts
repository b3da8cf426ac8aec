/** What areas above ask of material standards: what is inspected on arrival. */
import type { Context } from '@/server/context'
import { columns, computed, options, sql } from '@/server/sql'
import { materialDocument } from '../../contract/material-standard'
import { inForce, type ApprovalState } from '../../rules/approval'
import type { InspectedItem, inspectionLevels, samplings } from '../../rules/material-standard'

const of = materialDocument.resource
/** What is inspected, with what its test index is, where it names one. */
export interface ItemToInspect extends InspectedItem {
  readonly nameEn: string | null
  readonly method: string | null
  readonly unit: string | null
  readonly required: boolean
  /** Code of the test index, and the decimals that a result is rounded to; null for an item of its own. */
  readonly code: string | null
  readonly digits: number | null
}
export interface MaterialStandardFound {
  id: string
  code: string
  revision: number
  materialId: string
  items: ItemToInspect[]
  sampling: (typeof samplings)[number]
  /** Percent nonconforming. */
  aql: number | null
  level: (typeof inspectionLevels)[number] | null
  shelfLifeDays: number | null
}
/** The material standards in force, of some materials or all, by code. An item takes what it does not say from its index. One statement. */
export const materialStandardsOf = (
  ctx: Context,
  materialIds: readonly string[] | null = null,
): Promise<MaterialStandardFound[]> =>
  ctx.query(
    sql`select ${columns(of, ['id', 'code', 'revision', 'materialId', 'sampling', 'aql', 'level', 'shelfLifeDays'], 's')},
       ${computed<{ items: ItemToInspect[] }>`coalesce(listed.items, '[]') as items`}
     from material_standard s
       left join lateral (select jsonb_agg(item || jsonb_build_object('code', i.code, 'digits', i.digits, 'name', coalesce(i.name, item ->> 'name'), 'nameEn', coalesce(i.name_en, item ->> 'nameEn'),
           'unit', coalesce(item ->> 'unit', i.unit), 'method', coalesce(item ->> 'method', i.method)) order by n) as items
         from jsonb_array_elements(s.items) with ordinality as l(item, n) left join test_index i on i.site_id = ${ctx.site} and i.id = (item ->> 'indexId')::uuid) listed on true
     where s.site_id = ${ctx.site} and s.newest and s.state = ${options(of.fields.state, inForce)} and (${materialIds}::uuid[] is null or s.material_id = any(${materialIds})) order by s.code`,
  )

/** The standard that a material is inspected by from now on, or why there is none. */
export type ToInspectBy =
  | { readonly found: 'standard'; readonly standard: MaterialStandardFound }
  /** Nobody has written one for the material yet, or none of that code. */
  | { readonly found: 'none' }
  /** There is one, but it is not approved: its latest version. */
  | { readonly found: 'notApproved'; readonly code: string; readonly revision: number; readonly state: ApprovalState }
/** @param code of the standard that is asked for; the first by code of those in force unless told */
export async function standardToInspectBy(
  ctx: Context,
  { materialId, code }: { materialId: string; code: string | null },
): Promise<ToInspectBy> {
  const found = await materialStandardsOf(ctx, [materialId])
  const standard = code === null ? found[0] : found.find((one) => one.code === code)
  if (standard) return { found: 'standard', standard }
  const [row] = await ctx.query(
    sql`select ${columns(of, ['code', 'revision', 'state'])} from material_standard
      where site_id = ${ctx.site} and material_id = ${materialId} and (${code}::text is null or code = ${code}) order by revision desc, code limit 1`,
  )
  return row ? { found: 'notApproved', ...row } : { found: 'none' }
}
