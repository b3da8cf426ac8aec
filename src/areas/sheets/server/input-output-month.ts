/** Input and output of a month: current sums and their approvals. */
import type { CommandExecution } from '@/server/crud/handle-command'
import type { ReportAnswer, ReportInput } from '@/contract/report'
import type { ReportNote } from '@/plant/server/report/write-report'
import { refuse } from '@/contract/errno'
import { buildPreset } from '@/contract/preset'
import type { Row } from '@/contract/resource'
import { sumFeeds } from '@/areas/feeding/server/queries/feed-sums'
import { loadTotalMetrics } from '@/areas/figures/server/queries'
import { sumWoundRolls } from '@/areas/slitting/server/queries/finished-output'
import type { SourceRowChange } from '@/plant/server/events'
import { lockMonths } from '@/plant/server/queries'
import { toMonth, getMonthDays, type Month } from '@/plant/rules/month'
import { isDay } from '@/plant/rules/plant-time'
import { findBusinessDate, requirePerson, resolveMonth } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { inputOutputMonth, type inputOutputMonthReport, compileMonth } from '../contract/input-output-month'
import { approvedStates, approvalSources, calculateInputOutputPercent } from '../rules/input-output'
import { calculatePartPercent, sumBy, loadMonthStatus } from './report-period'
import { listManualInputs, listManualOutputs } from './input-output-reports'
import { roundToThousandth } from '@/plant/rules/quantity'
import { listCorrectedKg, sumCorrectedKg } from './corrected-kg'
import { handle } from '@/server/area'
import { isSameValue } from '@/contract/merge-edits'
import { isSourceChange } from '@/server/crud/month-guard'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { metricCorrection } from '@/areas/figures/contract/metrics'
import type { LoadedReport } from '@/plant/server/report/handle-report'

const MAX_SUM_GROUPS = 2000
type MonthRow = Row<typeof inputOutputMonth>
type MonthReport = LoadedReport<typeof inputOutputMonthReport>

/**
 * Loads the current sums of a month, the sums per material and product, the corrections of the metrics, and the manual
 * lines. `inputKg` and `outputKg` include the corrections, so that they equal the metrics.
 */
async function loadMonthSums(ctx: Context, month: Month) {
  const dayRange = getMonthDays(month)
  const feedSums = await sumFeeds(ctx, { ...dayRange, groupKeys: ['kind', 'material'], maxRows: MAX_SUM_GROUPS })
  const woundSums = await sumWoundRolls(ctx, { ...dayRange, groupBy: ['product'], maxRows: MAX_SUM_GROUPS })
  const manualInputs = await listManualInputs(ctx, dayRange)
  const manualOutputs = await listManualOutputs(ctx, dayRange)
  const materialSums = feedSums.filter(({ key }) => key.kind !== 'pack')
  const fedKg = sumBy(materialSums, ({ kg }) => kg)
  const correctedInputKg = sumCorrectedKg(await listCorrectedKg(ctx, 'fedKg', dayRange))
  const correctedOutputKg = sumCorrectedKg(await listCorrectedKg(ctx, 'woundKg', dayRange))
  const inputKg = roundToThousandth(fedKg + correctedInputKg)
  const manualInputKg = roundToThousandth(sumBy(manualInputs, ({ kg }) => kg))
  const outputKg = roundToThousandth(sumBy(woundSums, ({ kg }) => kg) + correctedOutputKg)
  const manualOutputKg = roundToThousandth(sumBy(manualOutputs, ({ kg }) => kg))
  const sums = {
    inputKg,
    manualInputKg,
    packKg: roundToThousandth(sumBy(feedSums, ({ kg }) => kg) - fedKg),
    outputKg,
    manualOutputKg,
    percent: calculateInputOutputPercent(inputKg + manualInputKg, outputKg + manualOutputKg),
  }
  return { sums, correctedInputKg, correctedOutputKg, feedSums, woundSums, manualInputs, manualOutputs }
}

/** Describes the state of a month and its approvals, for the notes of the workbook. */
export const describeMonth = (
  ctx: Context,
  month: ReportAnswer<typeof inputOutputMonthReport>,
): readonly ReportNote[] => [
  [ctx.t('sheets:answers.state'), ctx.t(`sheets:inputOutputMonth.options.state.${month.state}`)],
  [ctx.t('sheets:answers.percent'), month.percent === null ? '–' : `${month.percent} %`],
  [ctx.t('sheets:answers.statisticalBy'), month.statisticalBy ?? '–'],
  [ctx.t('sheets:answers.financialBy'), month.financialBy ?? '–'],
]
/** Loads input and output of a month (GET /input_output_month). */
export async function loadInputOutputMonth(
  ctx: Context,
  input: ReportInput<typeof inputOutputMonthReport>,
): Promise<MonthReport> {
  const month = await resolveMonth(ctx, input.month)
  const monthStatus = await loadMonthStatus(ctx, month)
  const { sums, feedSums, woundSums, manualInputs, manualOutputs, correctedInputKg, correctedOutputKg } =
    await loadMonthSums(ctx, month)
  const totalMetrics = await loadTotalMetrics(ctx, { from: monthStatus.from, to: monthStatus.to })
  const [row] = await ctx.rows.find(inputOutputMonth, { where: { month }, limit: 1 })
  const isApproved = row && (approvedStates as readonly string[]).includes(row.state)
  return {
    month,
    state: row?.state ?? 'entered',
    id: row?.id ?? null,
    version: row?.version ?? null,
    closed: monthStatus.closed,
    ...sums,
    figuresInputKg: roundToThousandth(totalMetrics.sums.fedKg),
    figuresOutputKg: roundToThousandth(totalMetrics.sums.woundKg),
    approvedInputKg: isApproved ? roundToThousandth(row.inputKg + row.manualInputKg) : null,
    approvedOutputKg: isApproved ? roundToThousandth(row.outputKg + row.manualOutputKg) : null,
    enteredBy: row?.enteredBy ?? null,
    enteredAt: row?.enteredAt ?? null,
    statisticalBy: row?.statisticalBy ?? null,
    statisticalAt: row?.statisticalAt ?? null,
    financialBy: row?.financialBy ?? null,
    financialAt: row?.financialAt ?? null,
    reason: row?.reason ?? null,
    correctedInputKg,
    correctedOutputKg,
    materials: [
      ...buildMaterialRows(feedSums, manualInputs, sums.inputKg),
      ...buildCorrectionRows(correctedInputKg, {
        materialId: null,
        kind: null,
        percent: calculatePartPercent(correctedInputKg, sums.inputKg),
      }),
    ],
    products: [
      ...buildProductRows(woundSums, manualOutputs),
      ...buildCorrectionRows(correctedOutputKg, { productId: null, rolls: 0 }),
    ],
  }
}
type MonthSums = Awaited<ReturnType<typeof loadMonthSums>>
function buildMaterialRows(feedSums: MonthSums['feedSums'], manualLines: MonthSums['manualInputs'], inputKg: number) {
  const manualKgById = sumKgBy(manualLines, ({ materialId }) => materialId)
  const ids = [...new Set([...feedSums.flatMap(({ key }) => key.material ?? []), ...manualKgById.keys()])]
  return ids.map((id) => {
    const row = feedSums.find(({ key }) => key.material === id)
    const kind = (row?.key.kind ?? null) as MonthReport['materials'][number]['kind']
    const kg = roundToThousandth(row?.kg ?? 0)
    return {
      materialId: id,
      kind,
      kg,
      origin: null,
      manualKg: roundToThousandth(manualKgById.get(id) ?? 0),
      percent: kind === 'pack' ? null : calculatePartPercent(kg, inputKg),
    }
  })
}
function buildProductRows(woundSums: MonthSums['woundSums'], manualLines: MonthSums['manualOutputs']) {
  const manualKgById = sumKgBy(manualLines, ({ productId }) => productId)
  const ids = [...new Set([...woundSums.flatMap(({ key }) => key.product ?? []), ...manualKgById.keys()])]
  return ids.map((id) => {
    const row = woundSums.find(({ key }) => key.product === id)
    const manualKg = roundToThousandth(manualKgById.get(id) ?? 0)
    return {
      productId: id,
      rolls: row?.rolls ?? 0,
      kg: roundToThousandth(row?.kg ?? 0),
      origin: null,
      manualKg,
    }
  })
}
/** Builds the row for corrections, which name no material or product. Returns no row if their sum is zero. */
const buildCorrectionRows = <F extends object>(kg: number, fields: F) =>
  kg === 0 ? [] : [{ ...fields, kg, origin: 'correction' as const, manualKg: 0 }]
/** Sums kilograms by id. */
function sumKgBy<R extends { readonly kg: number }>(
  rows: readonly R[],
  getId: (row: R) => string,
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(getId(row), (sums.get(getId(row)) ?? 0) + row.kg)
  return sums
}

/** Compiles the sums of a month (POST /input_output_month). An approved month keeps its sums. */
export const compileInputOutputMonth = handle(compileMonth, async (ctx, { month }) => {
  await resolveMonth(ctx, month)
  const [existingRow] = await ctx.rows.find(inputOutputMonth, { where: { month }, lock: true })
  if (existingRow && existingRow.state !== 'entered') return existingRow
  const monthValues = {
    ...(await loadMonthSums(ctx, month)).sums,
    enteredBy: requirePerson(ctx).id,
    enteredAt: ctx.now.toISOString(),
  }
  return existingRow
    ? ctx.rows.update(inputOutputMonth, existingRow.id, monthValues)
    : ctx.rows.insert(inputOutputMonth, { month, ...monthValues })
})
const lockMonthsExclusively = (ctx: Context) => lockMonths(ctx, { exclusive: true })
/** Locks the months before the row, in the same order as the writers of feeds and rolls lock them. */
export const monthLockOptions = { preload: lockMonthsExclusively } as const
/**
 * Approves the statistics with the current sums (POST /sheet/input_output_statistical). `monthLockOptions` prevents
 * writes of source rows between the summing and the approval.
 */
export async function handleStatisticsApproval({
  ctx,
  row,
  patch,
}: CommandExecution<typeof inputOutputMonth, unknown>): Promise<MonthRow> {
  const { month, id } = row!
  const { isOver, closed } = await loadMonthStatus(ctx, month)
  if (!isOver) throw refuse('plant:refusals.month.notOver', { month })
  if (closed) throw refuse('monthClosing:refusals.monthClosed', { month })
  return ctx.rows.update(inputOutputMonth, id, { ...patch, ...(await loadMonthSums(ctx, month)).sums })
}
/**
 * Approves for finance or withdraws approvals (POST /sheet/input_output_financial, …_take_back), unless the month is
 * closed.
 */
export async function handleApprovalChange({
  ctx,
  row,
  patch,
}: CommandExecution<typeof inputOutputMonth, unknown>): Promise<MonthRow> {
  const { month, id } = row!
  if ((await loadMonthStatus(ctx, month)).closed) throw refuse('monthClosing:refusals.monthClosed', { month })
  return ctx.rows.update(inputOutputMonth, id, patch)
}

/** Finds the approvals of a month, for its closing; null if the month was never compiled. */
export const findMonthApprovals = async (
  ctx: Context,
  { month }: { readonly month: Month },
): Promise<MonthRow | null> => (await ctx.rows.find(inputOutputMonth, { where: { month }, limit: 1 }))[0] ?? null

const approvalSourceNames: ReadonlySet<string> = new Set(approvalSources)
/** Withdraws the approvals of a past month when one of its source rows changes. */
export async function withdrawApprovalsOfChangedMonths(
  ctx: Context,
  { resource, before, after }: SourceRowChange,
): Promise<void> {
  if (!approvalSourceNames.has(resource)) return
  if (resource === metricCorrection.name && !['fedKg', 'woundKg'].includes(String((after ?? before)?.['sum']))) return
  // The approved sums contain only weights, so a later change of a roll's grade keeps the approvals.
  if (resource === jumboRoll.name && before && after) {
    const changes = Object.entries(after).filter(([name, value]) => !isSameValue(value, before[name]))
    if (!isSourceChange(jumboRoll, Object.fromEntries(changes))) return
  }
  const days = [before, after].flatMap((row) =>
    typeof row?.['businessDate'] === 'string' ? [row['businessDate']] : [],
  )
  const currentMonth = toMonth(await findBusinessDate(ctx))
  const pastMonths = [...new Set(days.filter((day) => isDay(day)).map(toMonth))].filter((month) => month < currentMonth)
  for (const month of pastMonths) {
    const [row] = await ctx.rows.find(inputOutputMonth, { where: { month, state: approvedStates }, lock: true })
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
