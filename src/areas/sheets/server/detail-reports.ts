/** Reports built from the rows of other areas: material and finished products. */
import type { ReportInput } from '@/contract/report'
import { sumFeeds, feedGroupKeys, type FeedGroupKey, type FeedSum } from '@/areas/feeding/server/queries/feed-sums'
import {
  sumFinishedRolls,
  finishedKeys,
  sumSlitOutput,
  type FinishedKey,
  type FinishedRow,
} from '@/areas/slitting/server/queries/finished-output'
import { isSlittingLineKind } from '@/plant/rules/line'
import { loadLineKinds } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import { finishedRow, materialRow, type finishedReport, type materialReport } from '../contract/detail-reports'
import {
  buildEmptyLine,
  calculatePartPercent,
  sumBy,
  loadReportFreshness,
  resolveReportDays,
  resolveSelectedKeys,
} from './report-period'
import { buildKeyColumns } from './metric-report'
import { MAX_FILE_ROWS, MAX_ANSWER_ROWS, type LoadedReport } from '@/plant/server/report/handle-report'
import { loadStoredSums } from './stored-reports'
import { listCorrectedKg, sumCorrectedKg } from './corrected-kg'
import type { SumCorrection } from '@/plant/server/events'
import { toMonth } from '@/plant/rules/month'
import { roundToTenth, roundToThousandth } from '@/plant/rules/quantity'

/** Exceeds the number of material kinds. */
const MAX_KIND_GROUPS = 10
type MaterialLine = LoadedReport<typeof materialReport>['rows'][number]
type FinishedLine = LoadedReport<typeof finishedReport>['rows'][number]

/** Loads the report of material fed (GET /material_consumption_sheet). */
export async function loadMaterialReport(
  ctx: Context,
  input: ReportInput<typeof materialReport>,
  maxRows: number = MAX_ANSWER_ROWS,
): Promise<LoadedReport<typeof materialReport>> {
  const groupKeys = resolveSelectedKeys<FeedGroupKey>(input.by, feedGroupKeys, ['kind', 'material'])
  const dayRange = await resolveReportDays(ctx, input, groupKeys)
  const { lineId, team, shift, kind } = input
  const feedQuery = { ...dayRange, lineId, team, shift, kind, workOrderId: input.orderId }
  // A correction names no kind of material.
  const corrections = kind ? [] : await listCorrectedKg(ctx, 'fedKg', dayRange, input)
  const correctedKg = sumCorrectedKg(corrections)
  const groups = addCorrections(
    await sumFeeds(ctx, { ...feedQuery, groupKeys, maxRows: MAX_FILE_ROWS }),
    corrections,
    groupKeys,
  )
  const kindGroups = await sumFeeds(ctx, { ...feedQuery, groupKeys: ['kind'], maxRows: MAX_KIND_GROUPS })
  const totalKg =
    correctedKg +
    sumBy(
      kindGroups.filter(({ key }) => key.kind !== 'pack'),
      (row) => row.kg,
    )
  const visibleGroups = groups.slice(0, maxRows)
  const rows = visibleGroups.map(({ key, kg, feedCount }): MaterialLine => ({
    ...buildEmptyLine(materialRow),
    ...buildKeyColumns(groupKeys, key),
    kind: (key.kind ?? null) as MaterialLine['kind'],
    kg: roundToThousandth(kg),
    percent: key.kind === 'pack' ? null : calculatePartPercent(kg, totalKg),
    feeds: feedCount,
    // Only corrections have no feeds.
    origin: feedCount === 0 ? 'correction' : null,
  }))
  const total = {
    ...buildEmptyLine(materialRow),
    kg: roundToThousandth(sumBy(kindGroups, (row) => row.kg) + correctedKg),
    feeds: sumBy(kindGroups, (row) => row.feedCount),
  }
  return {
    ...(await loadReportFreshness(ctx, dayRange)),
    cut: groups.length > visibleGroups.length,
    by: [...groupKeys],
    rows,
    total: groups.length ? [total] : [],
    correctedKg,
    kept: await loadStoredSums(ctx, 'material', { ...dayRange, lineId: lineId ?? null }),
  }
}

/**
 * Adds corrections of fed kilograms to the groups of the report. Corrections name no material, so they form a separate
 * group in reports by material, kind or lot.
 */
function addCorrections(
  groups: readonly FeedSum[],
  corrections: readonly SumCorrection[],
  groupKeys: readonly FeedGroupKey[],
): FeedSum[] {
  const groupsByKey = new Map(groups.map((group) => [JSON.stringify(groupKeys.map((name) => group.key[name])), group]))
  for (const { businessDate, shift, team, lineId, workOrderId, delta } of corrections) {
    const allKeys: Readonly<Record<FeedGroupKey, string | null>> = {
      kind: null,
      material: null,
      lot: null,
      order: workOrderId,
      line: lineId,
      day: businessDate,
      month: `${toMonth(businessDate)}-01`,
      shift,
      team,
    }
    const key = Object.fromEntries(groupKeys.map((name) => [name, allKeys[name]]))
    const keyText = JSON.stringify(groupKeys.map((name) => allKeys[name]))
    const group = groupsByKey.get(keyText) ?? { key, kg: 0, feedCount: 0 }
    groupsByKey.set(keyText, { ...group, kg: group.kg + delta })
  }
  return [...groupsByKey.values()]
}

/** Loads the report of finished rolls (GET /finished_product). */
export async function loadFinishedReport(
  ctx: Context,
  input: ReportInput<typeof finishedReport>,
  maxRows: number = MAX_ANSWER_ROWS,
): Promise<LoadedReport<typeof finishedReport>> {
  const groupKeys = resolveSelectedKeys<FinishedKey>(input.by, finishedKeys, ['product', 'width', 'grade'])
  const dayRange = await resolveReportDays(ctx, input, groupKeys)
  const { lineId, team, shift, productId, grade } = input
  const rollQuery = { ...dayRange, lineId, team, shift, productId, grade, workOrderId: input.orderId }
  const groups = await sumFinishedRolls(ctx, { ...rollQuery, groupBy: groupKeys, maxRows: MAX_FILE_ROWS })
  const visibleGroups = groups.slice(0, maxRows)
  const getSumColumns = (row: (typeof groups)[number]) => ({
    rolls: row.rolls,
    kg: roundToThousandth(row.kg),
    metres: roundToTenth(row.metres),
    squareMetres: roundToTenth(row.squareMetres),
    unweighed: row.unweighed,
  })
  const rows = visibleGroups.map((row): FinishedLine => ({
    ...buildEmptyLine(finishedRow),
    ...buildKeyColumns(
      groupKeys.filter((key) => key !== 'width'),
      row.key,
    ),
    widthMm: row.key.width ? Number(row.key.width) : null,
    grade: (row.key.grade ?? null) as FinishedLine['grade'],
    ...getSumColumns(row),
  }))
  // Reads all rolls a second time only if there are more groups than the query returned.
  const [totalGroup] =
    groups.length < MAX_FILE_ROWS
      ? [sumGroups(groups)]
      : await sumFinishedRolls(ctx, { ...rollQuery, groupBy: [], maxRows: 1 })
  return {
    ...(await loadReportFreshness(ctx, dayRange)),
    cut: groups.length > visibleGroups.length,
    by: [...groupKeys],
    rows,
    total: groups.length && totalGroup ? [{ ...buildEmptyLine(finishedRow), ...getSumColumns(totalGroup) }] : [],
    slitOutputKg: await loadSlitOutput(ctx, rollQuery),
    kept: await loadStoredSums(ctx, 'finished', { ...dayRange, lineId: lineId ?? null }),
  }
}

/** Loads the slitter output in kg; null for a line that slits no rolls. */
async function loadSlitOutput(ctx: Context, rollQuery: Parameters<typeof sumSlitOutput>[1]): Promise<number | null> {
  const kg = roundToThousandth(await sumSlitOutput(ctx, rollQuery))
  if (kg !== 0 || !rollQuery.lineId) return kg
  const kind = (await loadLineKinds(ctx)).get(rollQuery.lineId)
  return kind && isSlittingLineKind(kind) ? kg : null
}

const sumGroups = (groups: readonly FinishedRow[]): FinishedRow => ({
  key: {},
  rolls: sumBy(groups, ({ rolls }) => rolls),
  kg: sumBy(groups, ({ kg }) => kg),
  metres: sumBy(groups, ({ metres }) => metres),
  squareMetres: sumBy(groups, ({ squareMetres }) => squareMetres),
  unweighed: sumBy(groups, ({ unweighed }) => unweighed),
})
