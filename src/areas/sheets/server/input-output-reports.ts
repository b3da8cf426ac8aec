/** Lines of input and output: derived from feeds and rolls, or entered manually. */
import type { ReportInput } from '@/contract/report'
import { sumFeeds, loadFedChoices } from '@/areas/feeding/server/queries/feed-sums'
import { materialKinds } from '@/areas/feeding/rules/feed'
import { listOrdersWound, sumWoundRolls } from '@/areas/slitting/server/queries/finished-output'
import type { Context } from '@/server/context'
import { loadReferencedNames, loadNames } from '@/server/crud/refs'
import { columns, limit, sql } from '@/server/sql'
import {
  inputLine,
  outputLine,
  inputReportOptions,
  type inputReport,
  type outputReport,
} from '../contract/input-output'
import { sumBy, resolveReportDays, type ReportDays } from './report-period'
import { MAX_FILE_ROWS, MAX_ANSWER_ROWS, type LoadedReport } from '@/plant/server/report/handle-report'
import { buildCorrectionLine, listCorrectedKg, sumCorrectedKg } from './corrected-kg'
import { getPatternOn } from '@/plant/rules/shift'
import { loadPlantCalendar } from '@/plant/server/plant'
import { listClosedMonthsBetween } from '@/plant/server/queries'
import { listLines } from '@/plant/server/queries/list-lines'
import { compareByPlantOrder, type LineSortKey } from '../rules/input-output'
import { roundToThousandth } from '@/plant/rules/quantity'
import { handle } from '@/server/area'

const MAX_MANUAL_LINES = 20_000
const MAX_ORDER_OPTIONS = 500
type InputReport = LoadedReport<typeof inputReport>
type OutputReport = LoadedReport<typeof outputReport>
interface ManualLineFilters {
  readonly from?: string | null
  readonly to?: string | null
  readonly lineId?: string | null
  readonly orderId?: string | null
}
/** Lists the manual input lines of a period. */
export const listManualInputs = (
  ctx: Context,
  dayRange: ReportDays,
  filters: ManualLineFilters & { materialId?: string | null } = {},
) =>
  ctx.query(
    sql`select ${columns(inputLine, ['id', 'version', 'businessDate', 'lineId', 'shift', 'workOrderId', 'materialId', 'lotId', 'kg', 'reason'])} from input_line
      where site_id = ${ctx.site} and business_date >= ${dayRange.from} and business_date <= ${dayRange.to}
        and (${filters.lineId ?? null}::uuid is null or line_id = ${filters.lineId ?? null})
        and (${filters.orderId ?? null}::uuid is null or work_order_id = ${filters.orderId ?? null})
        and (${filters.materialId ?? null}::uuid is null or material_id = ${filters.materialId ?? null})
      order by business_date, id ${limit(MAX_MANUAL_LINES)}`,
  )
/** Lists the manual output lines of a period. */
export const listManualOutputs = (
  ctx: Context,
  dayRange: ReportDays,
  filters: ManualLineFilters & { productId?: string | null } = {},
) =>
  ctx.query(
    sql`select ${columns(outputLine, ['id', 'version', 'businessDate', 'lineId', 'shift', 'workOrderId', 'productId', 'grade', 'rolls', 'kg', 'reason'])} from output_line
      where site_id = ${ctx.site} and business_date >= ${dayRange.from} and business_date <= ${dayRange.to}
        and (${filters.lineId ?? null}::uuid is null or line_id = ${filters.lineId ?? null})
        and (${filters.orderId ?? null}::uuid is null or work_order_id = ${filters.orderId ?? null})
        and (${filters.productId ?? null}::uuid is null or product_id = ${filters.productId ?? null})
      order by business_date, id ${limit(MAX_MANUAL_LINES)}`,
  )

type DerivedKey = Awaited<ReturnType<typeof sumWoundRolls>>[number]['key']
const buildDerivedLine = (key: DerivedKey, kg: number) => ({
  id: null,
  version: null,
  manual: false,
  origin: null,
  reason: null,
  day: key.day ?? '',
  shift: key.shift ?? null,
  team: key.team ?? null,
  lineId: key.line ?? null,
  orderId: key.order ?? null,
  kg: roundToThousandth(kg),
})
const buildManualLine = <L extends { businessDate: string; workOrderId: string | null }>({
  businessDate,
  workOrderId,
  ...line
}: L) => ({ ...line, manual: true, origin: null, team: null, day: businessDate, orderId: workOrderId })

/** Loads the input report (GET /input). */
export async function loadInputReport(
  ctx: Context,
  input: Omit<ReportInput<typeof inputReport>, 'format'>,
  maxRows: number = MAX_ANSWER_ROWS,
): Promise<InputReport> {
  const dayRange = await resolveReportDays(ctx, input, ['day'])
  const feedSums = await sumFeeds(ctx, {
    ...dayRange,
    groupKeys: ['day', 'shift', 'team', 'line', 'order', 'kind', 'material', 'lot'],
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
  const manualLines = (await listManualInputs(ctx, dayRange, input)).map((line) => ({
    ...buildManualLine(line),
    kind: null,
  }))
  // A correction names no material.
  const corrections = input.materialId ? [] : await listCorrectedKg(ctx, 'fedKg', dayRange, input)
  const correctionLines = corrections.map((correction) => ({
    ...buildCorrectionLine(correction),
    lotId: null,
    materialId: null,
    kind: null,
  }))
  const unsortedLines = [...manualLines, ...derivedLines, ...correctionLines]
  const materialNames = await loadReferencedNames(ctx, 'material', unsortedLines, 'materialId')
  const sortedLines = await sortInPlantOrder(ctx, unsortedLines, (row) => ({
    kindPosition: row.kind ? materialKinds.indexOf(row.kind) : null,
    productName: row.materialId ? (materialNames[row.materialId] ?? null) : null,
    lotOrGrade: row.lotId,
  }))
  const visibleLines = sortedLines.slice(0, maxRows)
  return {
    ...dayRange,
    closedMonths: await listClosedMonthsBetween(ctx, dayRange),
    cut: sortedLines.length > visibleLines.length,
    derivedKg: roundToThousandth(
      sumBy(
        derivedLines.filter(({ kind }) => kind !== 'pack'),
        ({ kg }) => kg,
      ),
    ),
    correctedKg: sumCorrectedKg(corrections),
    packKg: roundToThousandth(
      sumBy(
        derivedLines.filter(({ kind }) => kind === 'pack'),
        ({ kg }) => kg,
      ),
    ),
    manualKg: roundToThousandth(sumBy(manualLines, ({ kg }) => kg)),
    rows: visibleLines,
  }
}
/** Loads the output report (GET /output). */
export async function loadOutputReport(
  ctx: Context,
  input: Omit<ReportInput<typeof outputReport>, 'format'>,
  maxRows: number = MAX_ANSWER_ROWS,
): Promise<OutputReport> {
  const dayRange = await resolveReportDays(ctx, input, ['day'])
  const woundSums = await sumWoundRolls(ctx, {
    ...dayRange,
    groupBy: ['day', 'shift', 'team', 'line', 'order', 'product', 'grade'],
    lineId: input.lineId,
    workOrderId: input.orderId,
    maxRows: MAX_FILE_ROWS,
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
  const manualLines = (await listManualOutputs(ctx, dayRange, input)).map(buildManualLine)
  const corrections = input.productId ? [] : await listCorrectedKg(ctx, 'woundKg', dayRange, input)
  const correctionLines = corrections.map((correction) => ({
    ...buildCorrectionLine(correction),
    productId: null,
    grade: null,
    rolls: null,
  }))
  const unsortedLines = [...manualLines, ...derivedLines, ...correctionLines]
  const productNames = await loadReferencedNames(ctx, 'product', unsortedLines, 'productId')
  const sortedLines = await sortInPlantOrder(ctx, unsortedLines, (row) => ({
    kindPosition: null,
    productName: row.productId ? (productNames[row.productId] ?? null) : null,
    lotOrGrade: row.grade,
  }))
  const visibleLines = sortedLines.slice(0, maxRows)
  return {
    ...dayRange,
    closedMonths: await listClosedMonthsBetween(ctx, dayRange),
    cut: sortedLines.length > visibleLines.length,
    derivedKg: roundToThousandth(sumBy(derivedLines, ({ kg }) => kg)),
    correctedKg: sumCorrectedKg(corrections),
    manualKg: roundToThousandth(sumBy(manualLines, ({ kg }) => kg)),
    rows: visibleLines,
  }
}
/** Loads the filter options of the input report (GET /input_list). */
export const loadInputOptions = handle(inputReportOptions, async (ctx, input) => {
  const dayRange = await resolveReportDays(ctx, input, ['day'])
  const { materials, lots, orderIds } = await loadFedChoices(ctx, dayRange)
  const ids = [...new Set([...orderIds, ...(await listOrdersWound(ctx, dayRange))])].slice(0, MAX_ORDER_OPTIONS)
  const orders = await loadNames(ctx, 'workOrder', ids)
  return {
    orders: ids.map((id) => ({ id, label: orders[id] ?? id })).sort((a, b) => a.label.localeCompare(b.label)),
    materials: materials.map(({ id, label }) => ({ id, label })),
    lots: lots.map(({ id, label }) => ({ id, label })),
  }
})

/** The fields of an input or output line that determine its position in the report. */
interface UnsortedLine {
  readonly day: string
  readonly manual: boolean
  readonly shift: string | null
  readonly lineId: string | null
  readonly orderId: string | null
}
/** Sorts lines in the order of the plant: production lines and the shifts of a day in their configured order. */
async function sortInPlantOrder<R extends UnsortedLine>(
  ctx: Context,
  rows: readonly R[],
  getSortKey: (row: R) => Pick<LineSortKey, 'kindPosition' | 'productName' | 'lotOrGrade'>,
): Promise<R[]> {
  const plantLines = await listLines(ctx, { includeIds: rows.flatMap(({ lineId }) => lineId ?? []) })
  const lineIdsInPlantOrder = plantLines.map(({ id }) => id)
  const { rotation } = await loadPlantCalendar(ctx)
  const shiftKeysByDay = new Map<string, readonly string[]>()
  const getShiftKeys = (day: string): readonly string[] => {
    const shiftKeys = shiftKeysByDay.get(day) ?? getPatternOn(day, rotation).shifts.map(({ key }) => key)
    shiftKeysByDay.set(day, shiftKeys)
    return shiftKeys
  }
  const sortableRows = rows.map((row) => ({
    row,
    day: row.day,
    isManual: row.manual,
    linePosition: row.lineId ? lineIdsInPlantOrder.indexOf(row.lineId) : null,
    shiftPosition: row.shift ? getShiftKeys(row.day).indexOf(row.shift) : null,
    order: row.orderId,
    ...getSortKey(row),
  }))
  return sortableRows.sort(compareByPlantOrder).map(({ row }) => row)
}
