import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import { getFieldInLanguage, chooseByLanguage } from '@/contract/language'
import { addDays } from '@/plant/rules/plant-time'
import { material, materialLot } from '@/areas/feeding/contract/material'
import { listLotsInQuarantine } from '@/areas/feeding/server/queries/lots'
import { listMaterialStandards } from '@/areas/standards/server/queries'
import { FileAnswer, type Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { storedFileTable } from '@/server/db/system'
import { loadReferencedNames, loadNames } from '@/server/crud/load-names'
import { columns, options, sql } from '@/server/sql'
import type {
  autoTypes,
  autoValues,
  certificateFile,
  inspectionOptions,
  judgeTyped,
  standardCodes,
} from '../contract/inspection-calls'
import { materialInspection } from '../contract/material-inspection'
import { judge, planOf } from '../rules/judgement'
import { materialInspection as life } from '../rules/material-inspection'
import { beginningOf, inspectionsOf } from './beginning'

/** Lists lots in quarantine without an open inspection. */
async function lotsToBegin(ctx: Context): Promise<Awaited<ReturnType<typeof listLotsInQuarantine>>> {
  const begun = await ctx.query(
    sql`select ${columns(materialInspection, ['lotId'])} from material_inspection where site_id = ${ctx.site} and state = ${options(materialInspection.fields.state, life.initial)}`,
  )
  const open = new Set(begun.map(({ lotId }) => lotId))
  return (await listLotsInQuarantine(ctx)).filter(({ id }) => !open.has(id))
}

/** GET /quality/cm_auto_type */
export async function types(ctx: Context): Promise<EndpointOutput<typeof autoTypes>> {
  const standards = await listMaterialStandards(ctx)
  const waiting = await lotsToBegin(ctx)
  const ids = [...new Set(standards.map(({ materialId }) => materialId))]
  const rows = await ctx.rows.find(material, { where: { id: ids } })
  const of = new Map(rows.map((row) => [row.id, row]))
  const labels = await loadNames(ctx, material.name, ids)
  return standards.flatMap((one) => {
    const known = of.get(one.materialId)
    if (!known) return []
    return [
      {
        ...versionOf(one),
        materialId: one.materialId,
        label: labels[one.materialId] ?? known.code,
        kind: known.kind,
        supplier: getFieldInLanguage(material, known, 'supplier', ctx.language) as string | null,
        sampling: one.sampling,
        items: one.items.length,
        waiting: waiting.filter(({ materialId }) => materialId === one.materialId).length,
      },
    ]
  })
}
const versionOf = ({ id, code, revision }: { id: string; code: string; revision: number }) => ({
  standardId: id,
  standardCode: code,
  standardRevision: revision,
})

/** GET /quality/cm_auto */
export async function values(
  ctx: Context,
  input: EndpointInput<typeof autoValues>,
): Promise<EndpointOutput<typeof autoValues>> {
  const { lot, standard, score, row } = await beginningOf(ctx, input)
  const keeps = standard.shelfLifeDays
  return {
    ...versionOf(standard),
    lotId: lot.id,
    number: lot.number,
    materialId: lot.materialId,
    supplier: chooseByLanguage(ctx.language, row.supplier, row.supplierEn),
    supplierLot: lot.supplierLot,
    receivedOn: lot.receivedOn,
    receivedKg: lot.receivedKg,
    expiresOn: lot.expiresOn ?? (keeps ? addDays(lot.receivedOn, keeps) : null),
    certificates: lot.documents.length,
    original: row.original,
    ...planIn(row, score),
    items: row.items.map(shownItem),
  }
}
type Sampled = Parameters<typeof planOf>[0] & { readonly discontinued: boolean }
const planIn = (row: Sampled, score: number) => ({
  sampling: row.sampling,
  level: row.level,
  aql: row.aql,
  severity: row.severity,
  discontinued: row.discontinued,
  score,
  lotSize: row.lotSize,
  ...planOf(row),
})
type Shown = EndpointOutput<typeof autoValues>['items'][number]
const shownItem = ({ name, nameEn, method, unit, low, target, high, required, digits }: Shown): Shown => ({
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
 * POST /quality/check_data: judges by the copied items of the lot's open inspection, or else by the standard in force.
 */
export async function judged(
  ctx: Context,
  input: EndpointInput<typeof judgeTyped>,
): Promise<EndpointOutput<typeof judgeTyped>> {
  const open = (await inspectionsOf(ctx, input.lotId)).find(({ state }) => state === life.initial)
  const begun = open ? null : await beginningOf(ctx, input)
  const row = { ...(open ?? begun!.row), ...(input.lotSize ? { lotSize: input.lotSize } : {}) }
  const plan = planIn(row, begun?.score ?? 0)
  const readings = (input.readings ?? []).map((one) => ({
    item: one.item,
    sample: one.sample ?? null,
    value: one.value ?? null,
    ok: one.ok ?? null,
  }))
  const said = { ...row, ...plan, readings, examined: input.examined ?? null, defects: input.defects ?? null }
  const { items, nonconforming, result } = judge(said)
  return {
    standardId: row.standardId ?? '',
    standardCode: row.standardCode ?? '',
    standardRevision: row.standardRevision ?? 0,
    ...plan,
    items: row.items.map((item, i) => ({ ...shownItem(item), ...items[i]! })),
    nonconforming,
    result,
  }
}

/** GET /quality/ms_code */
export async function codes(
  ctx: Context,
  { materialId }: EndpointInput<typeof standardCodes>,
): Promise<EndpointOutput<typeof standardCodes>> {
  const rows = await listMaterialStandards(ctx, materialId ? [materialId] : null)
  const labels = await loadReferencedNames(ctx, material.name, rows, 'materialId')
  return rows.map((one) => ({
    ...versionOf(one),
    materialId: one.materialId,
    label: labels[one.materialId] ?? '',
    sampling: one.sampling,
    items: one.items.length,
  }))
}

/** GET /quality/cm_options */
export async function formOptions(ctx: Context): Promise<EndpointOutput<typeof inspectionOptions>> {
  const lots = await lotsToBegin(ctx)
  // One name per supplier, even if some inspections lack its English name.
  const spoken = sql`max(${buildLocalizedFieldSql(materialInspection, 'supplier', ctx.language)})`
  const used = await ctx.query(
    sql<{ group: 'material' | 'supplier' | 'inspector'; id: string; word: string | null; inspections: number }>`
      select 'material' as "group", material_id::text as id, null::text as word, count(*)::int as inspections from material_inspection where site_id = ${ctx.site} and material_id is not null group by 2
      union all select 'supplier', supplier::text, ${spoken}, count(*)::int from material_inspection where site_id = ${ctx.site} and supplier is not null group by 2
      union all select 'inspector', inspected_by::text, null::text, count(*)::int from material_inspection where site_id = ${ctx.site} and inspected_by is not null group by 2
      order by 1, 4 desc, 2`,
  )
  const idsOf = (group: string) => used.filter((one) => one.group === group).map(({ id }) => id)
  const names = {
    ...(await loadNames(ctx, material.name, [...idsOf('material'), ...lots.map(({ materialId }) => materialId)])),
    ...(await loadNames(ctx, 'user', idsOf('inspector'))),
  }
  return [
    ...lots.map(({ id, number, materialId }) => ({
      group: 'lot' as const,
      id,
      label: number,
      detail: names[materialId] ?? null,
      inspections: 0,
    })),
    ...used.map(({ word, ...one }) => ({ ...one, label: word ?? names[one.id] ?? one.id, detail: null })),
  ]
}

/** GET /quality/cm_coa: returns the certificate as uploaded. */
export async function certificate(ctx: Context, input: EndpointInput<typeof certificateFile>): Promise<FileAnswer> {
  const row = await ctx.rows.get(materialInspection, input.id)
  const { documents } = await ctx.rows.get(materialLot, row.lotId)
  const wanted = documents[input.index ?? documents.length - 1]
  const [file] = wanted
    ? await ctx.query(
        sql`select ${columns(storedFileTable, ['sha256', 'mime', 'name', 'state'])} from stored_file where site_id = ${ctx.site} and id = ${wanted}`,
      )
    : []
  if (file?.state !== 'stored' || !file.sha256)
    throw new Refusal(errno.notFound, 'contract:errors.notFoundOf', {
      params: { name: ctx.t('incoming:pages.inspections.certificate') },
      issues: [{ path: ['index'], code: 'unknownId' }],
    })
  return new FileAnswer(
    file.name ?? wanted!,
    file.mime ?? 'application/octet-stream',
    await (ctx as KitContext).app.files.store.read(file.sha256),
    {
      'X-Content-Type-Options': 'nosniff',
    },
  )
}
