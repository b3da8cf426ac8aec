/** Lines of input and output: derived from feeds and rolls, or entered manually. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { sumFeeds, loadFedChoices } from '@/areas/feeding/server/queries/feed-sums'
import { materialKinds } from '@/areas/feeding/rules/feed'
import { listOrdersWound, sumWoundRolls } from '@/areas/rolls/server/queries/for-sheets'
import type { Context } from '@/server/context'
import { loadReferencedNames, loadNames } from '@/server/crud/load-names'
import { columns, limit, sql } from '@/server/sql'
import { inputLine, outputLine, type inputChoices, type inputSheet, type outputSheet } from '../contract/input-output'
import { daysOf, type Days } from './days'
import { MOST_IN_FILE, MOST_LINES } from './figure-sheet'
import { sumOf, toGrams } from './lines'
import { inPlantOrder } from './plant-order'

type InputSheet = EndpointOutput<typeof inputSheet>
type OutputSheet = EndpointOutput<typeof outputSheet>
interface Chosen {
  readonly from?: string | null
  readonly to?: string | null
  readonly lineId?: string | null
  readonly orderId?: string | null
}
/** Lists manual input lines of a period. One query. */
export const manualInputs = (ctx: Context, days: Days, chosen: Chosen & { materialId?: string | null } = {}) =>
  ctx.query(
    sql`select ${columns(inputLine, ['id', 'version', 'businessDate', 'lineId', 'shift', 'workOrderId', 'materialId', 'lotId', 'kg', 'reason'])} from input_line
      where site_id = ${ctx.site} and business_date >= ${days.from} and business_date <= ${days.to}
        and (${chosen.lineId ?? null}::uuid is null or line_id = ${chosen.lineId ?? null})
        and (${chosen.orderId ?? null}::uuid is null or work_order_id = ${chosen.orderId ?? null})
        and (${chosen.materialId ?? null}::uuid is null or material_id = ${chosen.materialId ?? null})
      order by business_date, id ${limit(20_000)}`,
  )
/** Lists manual output lines of a period. One query. */
export const manualOutputs = (ctx: Context, days: Days, chosen: Chosen & { productId?: string | null } = {}) =>
  ctx.query(
    sql`select ${columns(outputLine, ['id', 'version', 'businessDate', 'lineId', 'shift', 'workOrderId', 'productId', 'grade', 'rolls', 'kg', 'reason'])} from output_line
      where site_id = ${ctx.site} and business_date >= ${days.from} and business_date <= ${days.to}
        and (${chosen.lineId ?? null}::uuid is null or line_id = ${chosen.lineId ?? null})
        and (${chosen.orderId ?? null}::uuid is null or work_order_id = ${chosen.orderId ?? null})
        and (${chosen.productId ?? null}::uuid is null or product_id = ${chosen.productId ?? null})
      order by business_date, id ${limit(20_000)}`,
  )

type Key = Awaited<ReturnType<typeof sumWoundRolls>>[number]['key']
/** Builds a line derived from feeds or rolls. */
const derivedLine = (key: Key, kg: number) => ({
  id: null,
  version: null,
  manual: false,
  reason: null,
  day: key.day ?? '',
  shift: key.shift ?? null,
  team: key.team ?? null,
  lineId: key.line ?? null,
  orderId: key.order ?? null,
  kg: toGrams(kg),
})
/** Builds a manual line. */
const enteredLine = <L extends { businessDate: string; workOrderId: string | null }>({
  businessDate,
  workOrderId,
  ...line
}: L) => ({ ...line, manual: true, team: null, day: businessDate, orderId: workOrderId })

/** Loads the input report (GET /input). */
export async function inputs(
  ctx: Context,
  input: Omit<EndpointInput<typeof inputSheet>, 'format'>,
  most: number = MOST_LINES,
): Promise<InputSheet> {
  const days = daysOf(ctx, input, ['day'])
  const fed = await sumFeeds(ctx, {
    ...days,
    by: ['day', 'shift', 'team', 'line', 'order', 'kind', 'material', 'lot'],
    lineId: input.lineId,
    workOrderId: input.orderId,
    maxRows: MOST_IN_FILE,
  })
  const derived = fed
    .filter(({ key, kg }) => kg !== 0 && (!input.materialId || key.material === input.materialId))
    .map(({ key, kg }) => ({
      ...derivedLine(key, kg),
      lotId: key.lot ?? null,
      materialId: key.material ?? null,
      kind: (key.kind ?? null) as InputSheet['rows'][number]['kind'],
    }))
  const manual = (await manualInputs(ctx, days, input)).map((line) => ({ ...enteredLine(line), kind: null }))
  const unordered = [...manual, ...derived]
  const materials = await loadReferencedNames(ctx, 'material', unordered, 'materialId')
  const all = await inPlantOrder(ctx, unordered, (row) => ({
    role: row.kind ? materialKinds.indexOf(row.kind) : null,
    what: row.materialId ? (materials[row.materialId] ?? null) : null,
    part: row.lotId,
  }))
  const shown = all.slice(0, most)
  const words = await wordsOf(ctx, shown)
  const lots = await loadReferencedNames(ctx, 'materialLot', shown, 'lotId')
  return {
    ...days,
    cut: all.length > shown.length,
    derivedKg: toGrams(
      sumOf(
        derived.filter(({ kind }) => kind !== 'pack'),
        ({ kg }) => kg,
      ),
    ),
    packKg: toGrams(
      sumOf(
        derived.filter(({ kind }) => kind === 'pack'),
        ({ kg }) => kg,
      ),
    ),
    manualKg: toGrams(sumOf(manual, ({ kg }) => kg)),
    rows: shown.map((row) => ({
      ...row,
      ...words(row),
      material: row.materialId ? (materials[row.materialId] ?? null) : null,
      lot: row.lotId ? (lots[row.lotId] ?? null) : null,
    })),
  }
}
/** Loads the output report (GET /output). */
export async function outputs(
  ctx: Context,
  input: Omit<EndpointInput<typeof outputSheet>, 'format'>,
  most: number = MOST_LINES,
): Promise<OutputSheet> {
  const days = daysOf(ctx, input, ['day'])
  const wound = await sumWoundRolls(ctx, {
    ...days,
    by: ['day', 'shift', 'team', 'line', 'order', 'product', 'grade'],
    lineId: input.lineId,
    workOrderId: input.orderId,
    most: MOST_IN_FILE,
  })
  type Line = OutputSheet['rows'][number]
  const derived = wound
    .filter(({ key }) => !input.productId || key.product === input.productId)
    .map(({ key, kg, rolls }) => ({
      ...derivedLine(key, kg),
      productId: key.product ?? null,
      grade: (key.grade ?? null) as Line['grade'],
      rolls,
    }))
  const manual = (await manualOutputs(ctx, days, input)).map(enteredLine)
  const unordered = [...manual, ...derived]
  const products = await loadReferencedNames(ctx, 'product', unordered, 'productId')
  const all = await inPlantOrder(ctx, unordered, (row) => ({
    role: null,
    what: row.productId ? (products[row.productId] ?? null) : null,
    part: row.grade,
  }))
  const shown = all.slice(0, most)
  const words = await wordsOf(ctx, shown)
  return {
    ...days,
    cut: all.length > shown.length,
    derivedKg: toGrams(sumOf(derived, ({ kg }) => kg)),
    manualKg: toGrams(sumOf(manual, ({ kg }) => kg)),
    rows: shown.map((row) => ({
      ...row,
      ...words(row),
      product: row.productId ? (products[row.productId] ?? null) : null,
    })),
  }
}
async function wordsOf(ctx: Context, rows: readonly { lineId: string | null; orderId: string | null }[]) {
  const lines = await loadReferencedNames(ctx, 'line', rows, 'lineId')
  const orders = await loadReferencedNames(ctx, 'workOrder', rows, 'orderId')
  return ({ lineId, orderId }: { lineId: string | null; orderId: string | null }) => ({
    line: lineId ? (lines[lineId] ?? null) : null,
    order: orderId ? (orders[orderId] ?? null) : null,
  })
}
/** Loads the filter options of the input report (GET /input_list). */
export async function choices(
  ctx: Context,
  input: EndpointInput<typeof inputChoices>,
): Promise<EndpointOutput<typeof inputChoices>> {
  const days = daysOf(ctx, input, ['day'])
  const { materials, lots, orderIds } = await loadFedChoices(ctx, days)
  const ids = [...new Set([...orderIds, ...(await listOrdersWound(ctx, days))])].slice(0, 500)
  const orders = await loadNames(ctx, 'workOrder', ids)
  return {
    orders: ids.map((id) => ({ id, label: orders[id] ?? id })).sort((a, b) => a.label.localeCompare(b.label)),
    materials: materials.map(({ id, label }) => ({ id, label })),
    lots: lots.map(({ id, label }) => ({ id, label })),
  }
}
