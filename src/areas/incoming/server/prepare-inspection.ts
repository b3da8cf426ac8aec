/** Prepares an inspection: lot, material, standard in force and inspection severity of the supplier. */
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { getFieldInLanguage } from '@/contract/language'
import { material, materialLot } from '@/areas/feeding/contract/material'
import { findInspectionStandard, type MaterialStandardInForce } from '@/areas/standards/server/queries'
import type { Context } from '@/server/context'
import { columns, limit, options, sql } from '@/server/sql'
import { materialInspection } from '../contract/material-inspection'
import { decidedStates } from '../rules/material-inspection'
import { determineNextSeverity, type InspectedLot, type SwitchingResult } from '../rules/switching'

type InspectionRow = Row<typeof materialInspection>
export interface InspectionStartInput {
  readonly lotId: string
  readonly standardCode?: string | null | undefined
  readonly lotSize?: number | null | undefined
  readonly steady?: boolean | null | undefined
  readonly resumed?: boolean | null | undefined
}
/** Fields of a new inspection that the server determines. */
export type PreparedFields = Pick<
  InspectionRow,
  | 'lotId'
  | 'lotSize'
  | 'materialId'
  | 'supplier'
  | 'supplierEn'
  | 'standardId'
  | 'standardCode'
  | 'standardRevision'
  | 'sampling'
  | 'level'
  | 'aql'
  | 'severity'
  | 'discontinued'
  | 'original'
  | 'items'
>
export interface PreparedInspection {
  readonly lot: Row<typeof materialLot>
  readonly material: Row<typeof material>
  readonly standard: MaterialStandardInForce
  readonly score: number
  readonly row: PreparedFields
}

/**
 * Prepares the inspection of a lot without storing it.
 * @throws a refusal if the material has no approved standard
 */
export async function prepareInspection(ctx: Context, input: InspectionStartInput): Promise<PreparedInspection> {
  const lot = await ctx.rows.get(materialLot, input.lotId)
  const materialRow = await ctx.rows.get(material, lot.materialId)
  const standard = await requireStandard(ctx, materialRow, input.standardCode?.trim() || null)
  const earlierInspections = await listLotInspections(ctx, lot.id)
  const switching = await determineSeverity(ctx, materialRow, standard, input)
  return {
    lot,
    material: materialRow,
    standard,
    score: switching.score,
    row: {
      lotId: lot.id,
      lotSize: input.lotSize ?? countPackages(lot, materialRow),
      materialId: materialRow.id,
      supplier: materialRow.supplier,
      supplierEn: materialRow.supplierEn,
      standardId: standard.id,
      standardCode: standard.code,
      standardRevision: standard.revision,
      sampling: standard.sampling,
      level: standard.level,
      aql: standard.aql,
      severity: switching.severity,
      discontinued: switching.discontinued && input.resumed !== true,
      original: earlierInspections.length === 0,
      items: standard.items.map(toInspectionItem),
    },
  }
}
/** Copies an item of the standard in force, without results. Results are derived when the inspection is written. */
const toInspectionItem = (item: MaterialStandardInForce['items'][number]): InspectionRow['items'][number] => ({
  indexId: item.indexId,
  name: item.name ?? '',
  nameEn: item.nameEn,
  method: item.method,
  unit: item.unit,
  low: item.low,
  target: item.target,
  high: item.high,
  required: item.required,
  digits: item.digits,
  n: 0,
  mean: null,
  min: null,
  max: null,
  outside: 0,
  judgement: 'open',
})

/** Counts the packages (bags, drums) of a lot; null if the package weight is unknown. */
const countPackages = (lot: Row<typeof materialLot>, { packageKg }: Row<typeof material>): number | null =>
  packageKg ? Math.ceil(lot.receivedKg / packageKg) || 1 : null

async function requireStandard(
  ctx: Context,
  materialRow: Row<typeof material>,
  code: string | null,
): Promise<MaterialStandardInForce> {
  const searchResult = await findInspectionStandard(ctx, { materialId: materialRow.id, code })
  if (searchResult.outcome === 'standard') return searchResult.standard
  const materialName = `${materialRow.code} ${String(getFieldInLanguage(material, materialRow, 'name', ctx.language))}`
  if (searchResult.outcome === 'none')
    throw refuse(code ? 'incoming:refusals.noSuchStandard' : 'incoming:refusals.noStandard', {
      material: materialName,
      code: code ?? '',
    })
  throw refuse('incoming:refusals.standardNotApproved', {
    material: materialName,
    code: searchResult.code,
    revision: searchResult.revision,
    state: ctx.t(`standards:materialStandard.options.state.${searchResult.state}`),
  })
}

/** Lists the inspections of a lot, newest first. */
export const listLotInspections = (ctx: Context, lotId: string): Promise<InspectionRow[]> =>
  ctx.rows.find(materialInspection, { where: { lotId }, orderBy: '-startedAt', limit: 50 })

/** Maximum number of earlier lots to load; more than any switching rule needs. */
const MAX_EARLIER_LOTS = 200
/** Determines the severity for the next lot of a material and supplier from the earlier lots. */
async function determineSeverity(
  ctx: Context,
  { id, supplier }: Row<typeof material>,
  { sampling, aql, level }: MaterialStandardInForce,
  { steady, resumed }: InspectionStartInput,
): Promise<SwitchingResult> {
  if (sampling !== 'gbt2828') return { severity: 'normal', discontinued: false, score: 0 }
  const { fields } = materialInspection
  const rows = await ctx.query(
    sql`select ${columns(materialInspection, ['severity', 'aql', 'codeLetter', 'acceptNumber', 'nonconforming', 'resumed'])} from material_inspection
      where site_id = ${ctx.site} and material_id = ${id} and supplier is not distinct from ${supplier} and original
        and sampling = ${options(fields.sampling, 'gbt2828')} and aql = ${aql} and level = ${level}
        and state in (${options(fields.state, ...decidedStates)}) and result <> ${options(fields.result, 'open')}
      order by decided_at desc, id desc ${limit(MAX_EARLIER_LOTS)}`,
  )
  const earlierLots = rows
    .reverse()
    .flatMap((row): InspectedLot[] =>
      row.aql === null || row.codeLetter === null || row.acceptNumber === null
        ? []
        : [{ ...row, aql: row.aql, letter: row.codeLetter, accept: row.acceptNumber }],
    )
  const switching = determineNextSeverity(earlierLots, steady === true)
  return switching.discontinued && resumed ? { ...switching, severity: 'tightened' } : switching
}
