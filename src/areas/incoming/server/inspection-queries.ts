import type { EndpointOutput } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import { getFieldInLanguage, chooseByLanguage } from '@/contract/language'
import { addDays } from '@/plant/rules/plant-time'
import { material, materialLot } from '@/areas/feeding/contract/material'
import { listLotsInQuarantine } from '@/areas/feeding/server/queries/lots'
import { listMaterialStandards } from '@/areas/standards/server/queries'
import { FileAnswer, type Context } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { buildLocalizedFieldSql, loadNames } from '@/server/crud/refs'
import { storedFileTable } from '@/server/db/system'
import { columns, options, sql } from '@/server/sql'
import {
  materialsWithStandard,
  initialInspectionValues,
  certificateFile,
  inspectionOptions,
  judgeEnteredReadings,
  standardCodes,
} from '../contract/inspection-endpoints'
import { materialInspection } from '../contract/material-inspection'
import { judgeInspection, buildSamplingPlan } from '../rules/judge-inspection'
import { materialInspectionLifecycle } from '../rules/material-inspection'
import { prepareInspection, listLotInspections } from './prepare-inspection'
import { handle } from '@/server/area'

/** Lists lots in quarantine without an open inspection. */
async function listUninspectedLots(ctx: Context): Promise<Awaited<ReturnType<typeof listLotsInQuarantine>>> {
  const openInspections = await ctx.query(
    sql`select ${columns(materialInspection, ['lotId'])} from material_inspection where site_id = ${ctx.site} and state = ${options(materialInspection.fields.state, materialInspectionLifecycle.initial)}`,
  )
  const openLotIds = new Set(openInspections.map(({ lotId }) => lotId))
  return (await listLotsInQuarantine(ctx)).filter(({ id }) => !openLotIds.has(id))
}

/** GET /quality/cm_auto_type: lists the materials with a standard in force. */
export const listMaterialsWithStandard = handle(materialsWithStandard, async (ctx) => {
  const standards = await listMaterialStandards(ctx)
  const waitingLots = await listUninspectedLots(ctx)
  const materialIds = [...new Set(standards.map(({ materialId }) => materialId))]
  const materialRows = await ctx.rows.find(material, { where: { id: materialIds } })
  const materialById = new Map(materialRows.map((row) => [row.id, row]))
  return standards.flatMap((standard) => {
    const materialRow = materialById.get(standard.materialId)
    if (!materialRow) return []
    return [
      {
        ...toStandardVersion(standard),
        materialId: standard.materialId,
        label: standard.materialId,
        kind: materialRow.kind,
        supplier: getFieldInLanguage(material, materialRow, 'supplier', ctx.language) as string | null,
        sampling: standard.sampling,
        items: standard.items.length,
        waiting: waitingLots.filter(({ materialId }) => materialId === standard.materialId).length,
      },
    ]
  })
})
const toStandardVersion = ({ id, code, revision }: { id: string; code: string; revision: number }) => ({
  standardId: id,
  standardCode: code,
  standardRevision: revision,
})

/** GET /quality/cm_auto: returns the initial values for the inspection of a lot. */
export const loadInitialValues = handle(initialInspectionValues, async (ctx, input) => {
  const { lot, standard, score, row } = await prepareInspection(ctx, input)
  const shelfLifeDays = standard.shelfLifeDays
  return {
    ...toStandardVersion(standard),
    lotId: lot.id,
    number: lot.number,
    materialId: lot.materialId,
    supplier: chooseByLanguage(ctx.language, row.supplier, row.supplierEn),
    supplierLot: lot.supplierLot,
    receivedOn: lot.receivedOn,
    receivedKg: lot.receivedKg,
    expiresOn: lot.expiresOn ?? (shelfLifeDays ? addDays(lot.receivedOn, shelfLifeDays) : null),
    certificates: lot.documents.length,
    original: row.original,
    ...buildPlanAnswer(row, score),
    items: row.items.map(toStandardItem),
  }
})
type SamplingRow = Parameters<typeof buildSamplingPlan>[0] & { readonly discontinued: boolean }
const buildPlanAnswer = (row: SamplingRow, score: number) => ({
  sampling: row.sampling,
  level: row.level,
  aql: row.aql,
  severity: row.severity,
  discontinued: row.discontinued,
  score,
  lotSize: row.lotSize,
  ...buildSamplingPlan(row),
})
type StandardItem = EndpointOutput<typeof initialInspectionValues>['items'][number]
const toStandardItem = ({
  name,
  nameEn,
  method,
  unit,
  low,
  target,
  high,
  required,
  digits,
}: StandardItem): StandardItem => ({
  name,
  nameEn,
  method,
  unit,
  low,
  target,
  high,
  required,
  digits,
})

/**
 * POST /quality/check_data: judges readings by the copied items of the lot's open inspection, or else by the standard in
 * force.
 */
export const judgeReadings = handle(judgeEnteredReadings, async (ctx, input) => {
  const openInspection = (await listLotInspections(ctx, input.lotId)).find(
    ({ state }) => state === materialInspectionLifecycle.initial,
  )
  const preparedInspection = openInspection ? null : await prepareInspection(ctx, input)
  const row = { ...(openInspection ?? preparedInspection!.row), ...(input.lotSize ? { lotSize: input.lotSize } : {}) }
  const plan = buildPlanAnswer(row, preparedInspection?.score ?? 0)
  const readings = (input.readings ?? []).map((reading) => ({
    item: reading.item,
    sample: reading.sample ?? null,
    value: reading.value ?? null,
    ok: reading.ok ?? null,
  }))
  const inspection = { ...row, ...plan, readings, examined: input.examined ?? null, defects: input.defects ?? null }
  const { items, nonconforming, result } = judgeInspection(inspection)
  return {
    standardId: row.standardId ?? '',
    standardCode: row.standardCode ?? '',
    standardRevision: row.standardRevision ?? 0,
    ...plan,
    items: row.items.map((item, i) => ({ ...toStandardItem(item), ...items[i]! })),
    nonconforming,
    result,
  }
})

/** GET /quality/ms_code: lists the codes of the standards in force. */
export const listStandardCodes = handle(standardCodes, async (ctx, { materialId }) => {
  const rows = await listMaterialStandards(ctx, materialId ? [materialId] : null)
  return rows.map((standard) => ({
    ...toStandardVersion(standard),
    materialId: standard.materialId,
    label: standard.materialId,
    sampling: standard.sampling,
    items: standard.items.length,
  }))
})

/** GET /quality/cm_options: lists uninspected lots, and materials, suppliers and inspectors of inspections. */
export const listInspectionOptions = handle(inspectionOptions, async (ctx) => {
  const lots = await listUninspectedLots(ctx)
  // `max` returns one name per supplier, even if some inspections lack the English name.
  const supplierNameSql = sql`max(${buildLocalizedFieldSql(materialInspection, 'supplier', ctx.language)})`
  const filterValues = await ctx.query(
    sql<{ group: 'material' | 'supplier' | 'inspector'; id: string; name: string | null; inspections: number }>`
      select 'material' as "group", material_id::text as id, null::text as name, count(*)::int as inspections from material_inspection where site_id = ${ctx.site} and material_id is not null group by 2
      union all select 'supplier', supplier::text, ${supplierNameSql}, count(*)::int from material_inspection where site_id = ${ctx.site} and supplier is not null group by 2
      union all select 'inspector', inspected_by::text, null::text, count(*)::int from material_inspection where site_id = ${ctx.site} and inspected_by is not null group by 2
      order by 1, 4 desc, 2`,
  )
  const getIdsOfGroup = (group: string) => filterValues.filter((value) => value.group === group).map(({ id }) => id)
  const names = {
    ...(await loadNames(ctx, material.name, [
      ...getIdsOfGroup('material'),
      ...lots.map(({ materialId }) => materialId),
    ])),
    ...(await loadNames(ctx, 'user', getIdsOfGroup('inspector'))),
  }
  return [
    ...lots.map(({ id, number, materialId }) => ({
      group: 'lot' as const,
      id,
      label: number,
      detail: names[materialId] ?? null,
      inspections: 0,
    })),
    ...filterValues.map(({ group, id, name, inspections }) => ({
      group,
      id,
      label: name ?? names[id] ?? id,
      detail: null,
      inspections,
    })),
  ]
})

/** GET /quality/cm_coa: returns the certificate as uploaded. */
export const downloadLotCertificate = handle(certificateFile, async (ctx, input) => {
  const row = await ctx.rows.get(materialInspection, input.id)
  const { documents } = await ctx.rows.get(materialLot, row.lotId)
  const documentId = documents[input.index ?? documents.length - 1]
  const [file] = documentId
    ? await ctx.query(
        sql`select ${columns(storedFileTable, ['sha256', 'mime', 'name', 'state'])} from stored_file where site_id = ${ctx.site} and id = ${documentId}`,
      )
    : []
  if (file?.state !== 'stored' || !file.sha256)
    throw new Refusal(errno.notFound, 'contract:errors.notFoundOf', {
      params: { name: ctx.t('incoming:pages.inspections.certificate') },
      issues: [{ path: ['index'], code: 'unknownId' }],
    })
  return new FileAnswer(
    file.name ?? documentId!,
    file.mime ?? 'application/octet-stream',
    await (ctx as AppContext).app.files.store.read(file.sha256),
    {
      'X-Content-Type-Options': 'nosniff',
    },
  )
})
