/** Input and output of a month: current sums and their approvals. */
import type { CommandExecution } from '@/server/crud/handle-command'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { buildPreset } from '@/contract/preset'
import type { Row } from '@/contract/resource'
import { sumFeeds } from '@/areas/feeding/server/queries/feed-sums'
import { loadTotalMetrics } from '@/areas/figures/server/queries'
import { sumWoundRolls } from '@/areas/rolls/server/queries/for-sheets'
import type { FactWritten } from '@/plant/server/events'
import { holdMonths } from '@/plant/server/queries'
import { toMonth, getMonthDays, type Month } from '@/plant/rules/month'
import { isDay } from '@/plant/rules/plant-time'
import { requirePerson, getToday } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/load-names'
import { inputOutputMonth, type monthSheet, type rollUpMonth } from '../contract/input-output'
import { approved, approvedFacts, inputOutputPercent } from '../rules/input-output'
import { monthAsked, monthState } from './days'
import { manualInputs, manualOutputs } from './input-output'
import { percentOf, sumOf, toGrams } from './lines'

type MonthRow = Row<typeof inputOutputMonth>
type Sheet = EndpointOutput<typeof monthSheet>

/** Loads current sums of a month by material and product, with manual lines separate. Four queries. */
async function sumsOf(ctx: Context, month: Month) {
  const days = getMonthDays(month)
  const fed = await sumFeeds(ctx, { ...days, by: ['kind', 'material'], maxRows: 2000 })
  const wound = await sumWoundRolls(ctx, { ...days, by: ['product'], most: 2000 })
  const inputs = await manualInputs(ctx, days)
  const outputs = await manualOutputs(ctx, days)
  const material = fed.filter(({ key }) => key.kind !== 'pack')
  const inputKg = toGrams(sumOf(material, ({ kg }) => kg))
  const manualInputKg = toGrams(sumOf(inputs, ({ kg }) => kg))
  const outputKg = toGrams(sumOf(wound, ({ kg }) => kg))
  const manualOutputKg = toGrams(sumOf(outputs, ({ kg }) => kg))
  const sums = {
    inputKg,
    manualInputKg,
    packKg: toGrams(sumOf(fed, ({ kg }) => kg) - inputKg),
    outputKg,
    manualOutputKg,
    percent: inputOutputPercent(inputKg + manualInputKg, outputKg + manualOutputKg),
  }
  return { sums, fed, wound, inputs, outputs }
}

/** Loads input and output of a month (GET /input_output_month). */
export async function sheet(ctx: Context, input: EndpointInput<typeof monthSheet>): Promise<Sheet> {
  const month = await monthAsked(ctx, input.month)
  const state = await monthState(ctx, month)
  const { sums, fed, wound, inputs, outputs } = await sumsOf(ctx, month)
  const figures = await loadTotalMetrics(ctx, { from: state.from, to: state.to })
  const [row] = await ctx.rows.find(inputOutputMonth, { where: { month }, limit: 1 })
  const people = [row?.enteredBy, row?.statisticalBy, row?.financialBy].flatMap((id) => id ?? [])
  const names = await loadNames(ctx, 'user', people)
  const nameOf = (id: string | null | undefined) => (id ? (names[id] ?? null) : null)
  const isApproved = row && (approved as readonly string[]).includes(row.state)
  return {
    month,
    state: row?.state ?? 'entered',
    id: row?.id ?? null,
    version: row?.version ?? null,
    closed: state.closed,
    ...sums,
    figuresInputKg: toGrams(figures.sums.fedKg),
    figuresOutputKg: toGrams(figures.sums.woundKg),
    approvedInputKg: isApproved ? toGrams(row.inputKg + row.manualInputKg) : null,
    approvedOutputKg: isApproved ? toGrams(row.outputKg + row.manualOutputKg) : null,
    enteredBy: nameOf(row?.enteredBy),
    enteredAt: row?.enteredAt ?? null,
    statisticalBy: nameOf(row?.statisticalBy),
    statisticalAt: row?.statisticalAt ?? null,
    financialBy: nameOf(row?.financialBy),
    financialAt: row?.financialAt ?? null,
    reason: row?.reason ?? null,
    materials: await materialsOf(ctx, fed, inputs, sums.inputKg),
    products: await productsOf(ctx, wound, outputs),
  }
}
type Found = Awaited<ReturnType<typeof sumsOf>>
async function materialsOf(ctx: Context, fed: Found['fed'], manual: Found['inputs'], inputKg: number) {
  const added = addedBy(manual, ({ materialId }) => materialId)
  const ids = [...new Set([...fed.flatMap(({ key }) => key.material ?? []), ...added.keys()])]
  const names = await loadNames(ctx, 'material', ids)
  return ids.map((id) => {
    const row = fed.find(({ key }) => key.material === id)
    const kind = (row?.key.kind ?? null) as Sheet['materials'][number]['kind']
    const kg = toGrams(row?.kg ?? 0)
    return {
      materialId: id,
      material: names[id] ?? null,
      kind,
      kg,
      manualKg: toGrams(added.get(id) ?? 0),
      percent: kind === 'pack' ? null : percentOf(kg, inputKg),
    }
  })
}
async function productsOf(ctx: Context, wound: Found['wound'], manual: Found['outputs']) {
  const added = addedBy(manual, ({ productId }) => productId)
  const ids = [...new Set([...wound.flatMap(({ key }) => key.product ?? []), ...added.keys()])]
  const names = await loadNames(ctx, 'product', ids)
  return ids.map((id) => {
    const row = wound.find(({ key }) => key.product === id)
    const manualKg = toGrams(added.get(id) ?? 0)
    return { productId: id, product: names[id] ?? null, rolls: row?.rolls ?? 0, kg: toGrams(row?.kg ?? 0), manualKg }
  })
}
/** Sums kilograms by id. */
function addedBy<R extends { readonly kg: number }>(rows: readonly R[], of: (row: R) => string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(of(row), (sums.get(of(row)) ?? 0) + row.kg)
  return sums
}

/** Compiles the sums of a month (POST /input_output_month). An approved month stays as it was approved. */
export async function rollUp(ctx: Context, { month }: EndpointInput<typeof rollUpMonth>): Promise<MonthRow> {
  await monthAsked(ctx, month)
  const [known] = await ctx.rows.find(inputOutputMonth, { where: { month }, lock: true })
  if (known && known.state !== 'entered') return known
  const written = {
    ...(await sumsOf(ctx, month)).sums,
    enteredBy: requirePerson(ctx).id,
    enteredAt: ctx.now.toISOString(),
  }
  return known
    ? ctx.rows.update(inputOutputMonth, known.id, written)
    : ctx.rows.insert(inputOutputMonth, { month, ...written })
}
/** Locks the months before the row, in the same order as writers of source rows do. */
export const monthsAlone = { first: (ctx: Context) => holdMonths(ctx, true) } as const
/**
 * Approves the statistics with the sums of this moment (POST /sheet/input_output_statistical). The lock on the months
 * keeps
 * source rows of the month from being written at the same time.
 */
export async function approve({
  ctx,
  row,
  patch: change,
}: CommandExecution<typeof inputOutputMonth, unknown>): Promise<MonthRow> {
  const { month, id } = row!
  const { over, closed } = await monthState(ctx, month)
  if (!over) throw refuse('plant:refusals.month.notOver', { month })
  if (closed) throw refuse('sheets:refusals.monthClosed', { month })
  return ctx.rows.update(inputOutputMonth, id, { ...change, ...(await sumsOf(ctx, month)).sums })
}
/**
 * Approves for finance or withdraws approvals (POST /sheet/input_output_financial, …_take_back), unless the month is
 * closed.
 */
export async function decide({
  ctx,
  row,
  patch: change,
}: CommandExecution<typeof inputOutputMonth, unknown>): Promise<MonthRow> {
  const { month, id } = row!
  if ((await monthState(ctx, month)).closed) throw refuse('sheets:refusals.monthClosed', { month })
  return ctx.rows.update(inputOutputMonth, id, change)
}

const followed: ReadonlySet<string> = new Set(approvedFacts)
/** Withdraws the approvals of past months when a source row of theirs changes. */
export async function followFact(ctx: Context, { resource, before, after }: FactWritten): Promise<void> {
  if (!followed.has(resource)) return
  const days = [before, after].flatMap((row) =>
    typeof row?.['businessDate'] === 'string' ? [row['businessDate']] : [],
  )
  const past = [...new Set(days.filter((day) => isDay(day)).map(toMonth))].filter(
    (month) => month < toMonth(getToday(ctx)),
  )
  for (const month of past) {
    const [row] = await ctx.rows.find(inputOutputMonth, { where: { month, state: approved }, lock: true })
    if (!row) continue
    await ctx.rows.update(inputOutputMonth, row.id, {
      state: 'entered',
      statisticalBy: null,
      statisticalAt: null,
      financialBy: null,
      financialAt: null,
      reason: buildPreset('sheets:presets.changedSince', resource),
    })
  }
}
