/** Lines of input and output: derived from feeds and rolls, or entered manually. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { sumFeeds, loadFedChoices } from '@/areas/feeding/server/queries/feed-sums'
import { materialKinds } from '@/areas/feeding/rules/feed'
import { listOrdersWound, sumWoundRolls } from '@/areas/rolls/server/queries/for-sheets'
import type { Context } from '@/server/context'
import { loadReferencedNames, loadNames } from '@/server/crud/load-names'
import { columns, limit, sql } from '@/server/sql'
import {
  inputLine,
  outputLine,
  type inputReportOptions,
  type inputReport,
  type outputReport,
} from '../contract/input-output'
import { resolveReportDays, type ReportDays } from './report-period'
import { MAX_FILE_ROWS, MAX_SHOWN_ROWS } from './metric-report'
import { sumBy, roundToThousandth } from './report-lines'
import { sortInPlantOrder } from './sort-in-plant-order'

type InputReport = EndpointOutput<typeof inputReport>
type OutputReport = EndpointOutput<typeof outputReport>
interface EntryFilters {
  readonly from?: string | null
  readonly to?: string | null
  readonly lineId?: string | null
  readonly orderId?: string | null
}
/** Lists manual input lines of a period. One query. */
export const listManualInputs = (
  ctx: Context,
  days: ReportDays,
  filters: EntryFilters & { materialId?: string | null } = {},
) =>
  ctx.query(
    sql`select ${columns(inputLine, ['id', 'version', 'businessDate', 'lineId', 'shift', 'workOrderId', 'materialId', 'lotId', 'kg', 'reason'])} from input_line
      where site_id = ${ctx.site} and business_date >= ${days.from} and business_date <= ${days.to}
        and (${filters.lineId ?? null}::uuid is null or line_id = ${filters.lineId ?? null})
        and (${filters.orderId ?? null}::uuid is null or work_order_id = ${filters.orderId ?? null})
        and (${filters.materialId ?? null}::uuid is null or material_id = ${filters.materialId ?? null})
      order by business_date, id ${limit(20_000)}`,
  )
/** Lists manual output lines of a period. One query. */
export const listManualOutputs = (
  ctx: Context,
  days: ReportDays,
  filters: EntryFilters & { productId?: string | null } = {},
) =>
  ctx.query(
    sql`select ${columns(outputLine, ['id', 'version', 'businessDate', 'lineId', 'shift', 'workOrderId', 'productId', 'grade', 'rolls', 'kg', 'reason'])} from output_line
      where site_id = ${ctx.site} and business_date >= ${days.from} and business_date <= ${days.to}
        and (${filters.lineId ?? null}::uuid is null or line_id = ${filters.lineId ?? null})
        and (${filters.orderId ?? null}::uuid is null or work_order_id = ${filters.orderId ?? null})
        and (${filters.productId ?? null}::uuid is null or product_id = ${filters.productId ?? null})
      order by business_date, id ${limit(20_000)}`,
  )

type DerivedKey = Awaited<ReturnType<typeof sumWoundRolls>>[number]['key']
/** Builds a line derived from feeds or rolls. */
const buildDerivedLine = (key: DerivedKey, kg: number) => ({
  id: null,
  version: null,
  manual: false,
  reason: null,
  day: key.day ?? '',
  shift: key.shift ?? null,
  team: key.team ?? null,
  lineId: key.line ?? null,
  orderId: key.order ?? null,
  kg: roundToThousandth(kg),
})
/** Builds a manual line. */
const buildManualLine = <L extends { businessDate: string; workOrderId: string | null }>({
  businessDate,
  workOrderId,
  ...line
}: L) => ({ ...line, manual: true, team: null, day: businessDate, orderId: workOrderId })

/** Loads the input report (GET /input). */
export async function loadInputReport(
  ctx: Context,
  input: Omit<EndpointInput<typeof inputReport>, 'format'>,
  maxRows: number = MAX_SHOWN_ROWS,
): Promise<InputReport> {
  const days = resolveReportDays(ctx, input, ['day'])
  const feedSums = await sumFeeds(ctx, {
    ...days,
    by: ['day', 'shift', 'team', 'line', 'order', 'kind', 'material', 'lot'],
    lineId: input.lineId,
    workOrderId: input.orderId,
    maxRows: MAX_FILE_ROWS,
  })
  const derivedLines = feedSums
    .filter(({ key, kg }) => kg !== 0 && (!input.materialId || key.material === input.materialId))
    .map(({ key, kg }) => ({
      ...buildDerivedLine(key, kg),
      lotId: key.lot ?? null,
      materialId: key.material ?? null,
      kind: (key.kind ?? null) as InputReport['rows'][number]['kind'],
    }))
  const manualLines = (await listManualInputs(ctx, days, input)).map((line) => ({
    ...buildManualLine(line),
    kind: null,
  }))
  const unordered = [...manualLines, ...derivedLines]
  const materials = await loadReferencedNames(ctx, 'material', unordered, 'materialId')
  const sortedLines = await sortInPlantOrder(ctx, unordered, (row) => ({
    role: row.kind ? materialKinds.indexOf(row.kind) : null,
    what: row.materialId ? (materials[row.materialId] ?? null) : null,
    part: row.lotId,
  }))
  const visibleLines = sortedLines.slice(0, maxRows)
  const getLabels = await loadLineAndOrderLabels(ctx, visibleLines)
  const lots = await loadReferencedNames(ctx, 'materialLot', visibleLines, 'lotId')
  return {
    ...days,
    cut: sortedLines.length > visibleLines.length,
    derivedKg: roundToThousandth(
      sumBy(
        derivedLines.filter(({ kind }) => kind !== 'pack'),
        ({ kg }) => kg,
      ),
    ),
    packKg: roundToThousandth(
      sumBy(
        derivedLines.filter(({ kind }) => kind === 'pack'),
        ({ kg }) => kg,
      ),
    ),
    manualKg: roundToThousandth(sumBy(manualLines, ({ kg }) => kg)),
    rows: visibleLines.map((row) => ({
      ...row,
      ...getLabels(row),
      material: row.materialId ? (materials[row.materialId] ?? null) : null,
      lot: row.lotId ? (lots[row.lotId] ?? null) : null,
    })),
  }
}
/** Loads the output report (GET /output). */
export async function loadOutputReport(
  ctx: Context,
  input: Omit<EndpointInput<typeof outputReport>, 'format'>,
  maxRows: number = MAX_SHOWN_ROWS,
): Promise<OutputReport> {
  const days = resolveReportDays(ctx, input, ['day'])
  const woundSums = await sumWoundRolls(ctx, {
    ...days,
    by: ['day', 'shift', 'team', 'line', 'order', 'product', 'grade'],
    lineId: input.lineId,
    workOrderId: input.orderId,
    most: MAX_FILE_ROWS,
  })
  type Line = OutputReport['rows'][number]
  const derivedLines = woundSums
    .filter(({ key }) => !input.productId || key.product === input.productId)
    .map(({ key, kg, rolls }) => ({
      ...buildDerivedLine(key, kg),
      productId: key.product ?? null,
      grade: (key.grade ?? null) as Line['grade'],
      rolls,
    }))
  const manualLines = (await listManualOutputs(ctx, days, input)).map(buildManualLine)
  const unordered = [...manualLines, ...derivedLines]
  const products = await loadReferencedNames(ctx, 'product', unordered, 'productId')
  const sortedLines = await sortInPlantOrder(ctx, unordered, (row) => ({
    role: null,
    what: row.productId ? (products[row.productId] ?? null) : null,
    part: row.grade,
  }))
  const visibleLines = sortedLines.slice(0, maxRows)
  const getLabels = await loadLineAndOrderLabels(ctx, visibleLines)
  return {
    ...days,
    cut: sortedLines.length > visibleLines.length,
    derivedKg: roundToThousandth(sumBy(derivedLines, ({ kg }) => kg)),
    manualKg: roundToThousandth(sumBy(manualLines, ({ kg }) => kg)),
    rows: visibleLines.map((row) => ({
      ...row,
      ...getLabels(row),
      product: row.productId ? (products[row.productId] ?? null) : null,
    })),
  }
}
async function loadLineAndOrderLabels(
  ctx: Context,
  rows: readonly { lineId: string | null; orderId: string | null }[],
) {
  const lines = await loadReferencedNames(ctx, 'line', rows, 'lineId')
  const orders = await loadReferencedNames(ctx, 'workOrder', rows, 'orderId')
  return ({ lineId, orderId }: { lineId: string | null; orderId: string | null }) => ({
    line: lineId ? (lines[lineId] ?? null) : null,
    order: orderId ? (orders[orderId] ?? null) : null,
  })
}
/** Loads the filter options of the input report (GET /input_list). */
export async function loadInputOptions(
  ctx: Context,
  input: EndpointInput<typeof inputReportOptions>,
): Promise<EndpointOutput<typeof inputReportOptions>> {
  const days = resolveReportDays(ctx, input, ['day'])
  const { materials, lots, orderIds } = await loadFedChoices(ctx, days)
  const ids = [...new Set([...orderIds, ...(await listOrdersWound(ctx, days))])].slice(0, 500)
  const orders = await loadNames(ctx, 'workOrder', ids)
  return {
    orders: ids.map((id) => ({ id, label: orders[id] ?? id })).sort((a, b) => a.label.localeCompare(b.label)),
    materials: materials.map(({ id, label }) => ({ id, label })),
    lots: lots.map(({ id, label }) => ({ id, label })),
  }
}
