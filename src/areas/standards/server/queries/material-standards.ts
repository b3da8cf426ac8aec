/** Queries of material standards for the incoming inspection. */
import type { Context } from '@/server/context'
import { columns, computed, options, sql } from '@/server/sql'
import { materialDocument } from '../../contract/material-standard'
import { APPROVED_STATE, type ApprovalState } from '../../rules/approval'
import type { InspectedItem, inspectionLevels, samplings } from '../../rules/material-standard'

const resource = materialDocument.resource
/** An item to inspect, with the data of its test index if it has one. */
export interface ItemToInspect extends InspectedItem {
  readonly nameEn: string | null
  readonly method: string | null
  readonly unit: string | null
  readonly required: boolean
  /** Code of the test index, and decimals of its results; both null for an item without an index. */
  readonly code: string | null
  readonly digits: number | null
}
export interface MaterialStandardInForce {
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
/**
 * Lists the material standards in force, sorted by code, in one SQL statement. The unit and method of an item default
 * to those of its test index.
 */
export const listMaterialStandards = (
  ctx: Context,
  materialIds: readonly string[] | null = null,
): Promise<MaterialStandardInForce[]> =>
  ctx.query(
    sql`select ${columns(resource, ['id', 'code', 'revision', 'materialId', 'sampling', 'aql', 'level', 'shelfLifeDays'], 's')},
       ${computed<{ items: ItemToInspect[] }>`coalesce(listed.items, '[]') as items`}
     from material_standard s
       left join lateral (select jsonb_agg(item || jsonb_build_object('code', i.code, 'digits', i.digits, 'name', coalesce(i.name, item ->> 'name'), 'nameEn', coalesce(i.name_en, item ->> 'nameEn'),
           'unit', coalesce(item ->> 'unit', i.unit), 'method', coalesce(item ->> 'method', i.method)) order by n) as items
         from jsonb_array_elements(s.items) with ordinality as l(item, n) left join test_index i on i.site_id = ${ctx.site} and i.id = (item ->> 'indexId')::uuid) listed on true
     where s.site_id = ${ctx.site} and s.newest and s.state = ${options(resource.fields.state, APPROVED_STATE)} and (${materialIds}::uuid[] is null or s.material_id = any(${materialIds})) order by s.code`,
  )

/** The standard that a material is to be inspected by, or why there is none. */
export type InspectionStandardResult =
  | { readonly outcome: 'standard'; readonly standard: MaterialStandardInForce }
  /** The material has no standard, or none of that code. */
  | { readonly outcome: 'none' }
  /** The latest version, which is not approved. */
  | { readonly outcome: 'notApproved'; readonly code: string; readonly revision: number; readonly state: ApprovalState }
/**
 * Finds the standard to inspect a material by.
 * @param code code of the standard; if null, the standard in force with the lowest code is used
 */
export async function findInspectionStandard(
  ctx: Context,
  { materialId, code }: { materialId: string; code: string | null },
): Promise<InspectionStandardResult> {
  const standards = await listMaterialStandards(ctx, [materialId])
  const standard = code === null ? standards[0] : standards.find((candidate) => candidate.code === code)
  if (standard) return { outcome: 'standard', standard }
  const [row] = await ctx.query(
    sql`select ${columns(resource, ['code', 'revision', 'state'])} from material_standard
      where site_id = ${ctx.site} and material_id = ${materialId} and (${code}::text is null or code = ${code}) order by revision desc, code limit 1`,
  )
  return row ? { outcome: 'notApproved', ...row } : { outcome: 'none' }
}
