/** Statistics over slit rolls by any two dimensions, with totals. */
import type { EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { isSlittingLineKind, isWebLineKind, type LineKind } from '@/plant/rules/line'
import { listClosedMonthsBetween } from '@/plant/server/queries'
import { loadLineKinds } from '@/plant/server/queries/list-lines'
import { resolveBusinessDates } from '@/plant/server/plant'
import { MAX_STATISTIC_GROUPS, type StatisticKey } from '@/areas/slitting/rules/roll-statistics'
import { loadRollStatistics, type StatisticGroup } from '@/areas/slitting/server/queries/roll-statistics'
import { loadNames } from '@/server/crud/refs'
import type { Context } from '@/server/context'
import { rollStatistics } from '../contract/statistics-endpoints'
import { handle } from '@/server/area'

const resourceByDimension: Readonly<Partial<Record<StatisticKey, string>>> = {
  product: 'product',
  customer: 'customer',
  order: 'workOrder',
  line: 'line',
  slitter: 'line',
  windingLine: 'line',
}
const timeDimensions = new Set<StatisticKey>(['day', 'week', 'month'])

/** GET /data_statistics: calculates the groups and totals. @throws a refusal (6000) if there are too many groups */
export const calculateRollStatistics = handle(rollStatistics, async (ctx, input) => {
  const { from, to } = await resolveBusinessDates(ctx, input)
  const rowsBy = input.rows ?? 'product'
  const columnsBy = input.columns && input.columns !== rowsBy ? input.columns : null
  const groups = await loadRollStatistics(ctx, { ...input, from, to, row: rowsBy, column: columnsBy })
  if (!groups) throw refuse('stock:refusals.tooManyGroups', { limit: MAX_STATISTIC_GROUPS })
  // `allColumns` marks the sum of a row, `allRows` the sum of a column, and both the total. A cell has neither.
  const rows = groups.filter((group) => !group.allRows && group.allColumns)
  const columns = columnsBy ? groups.filter((group) => group.allRows && !group.allColumns) : []
  const labelsByAxis = {
    row: await loadLabels(
      ctx,
      rowsBy,
      rows.map(({ row }) => row),
    ),
    column: columnsBy
      ? await loadLabels(
          ctx,
          columnsBy,
          columns.map(({ column }) => column),
        )
      : new Map<string | null, string>(),
  }
  const buildHeader = (axis: 'row' | 'column') => (group: StatisticGroup) => ({
    key: group[axis],
    label: labelsByAxis[axis].get(group[axis]) ?? group[axis] ?? '',
    ...getMetrics(group),
  })
  return {
    from,
    to,
    rowsBy,
    columnsBy,
    closedMonths: await listClosedMonthsBetween(ctx, { from, to }),
    applicable: groups.some(({ rolls }) => rolls > 0) || (await canLinesHaveRolls(ctx, input)),
    ...getMetrics(groups.find((group) => group.allRows && group.allColumns)),
    rows: sortHeaders(rowsBy, rows.map(buildHeader('row'))),
    columns: columnsBy ? sortHeaders(columnsBy, columns.map(buildHeader('column'))) : [],
    cells: columnsBy
      ? groups
          .filter((group) => !group.allRows && !group.allColumns)
          .map((group) => ({ row: group.row, column: group.column, ...getMetrics(group) }))
      : [],
  }
})
/** Returns false if a selected slitting line is none, or if the selected winding line makes no web. */
async function canLinesHaveRolls(
  ctx: Context,
  { lineId, slitterId, windingLineId }: EndpointInput<typeof rollStatistics>,
): Promise<boolean> {
  if (!lineId && !slitterId && !windingLineId) return true
  const lineKinds = await loadLineKinds(ctx)
  const isOfKind = (id: string | null | undefined, matchesKind: (kind: LineKind) => boolean): boolean => {
    const kind = id && lineKinds.get(id)
    return !id || (!!kind && matchesKind(kind))
  }
  return (
    isOfKind(lineId, isSlittingLineKind) &&
    isOfKind(slitterId, isSlittingLineKind) &&
    isOfKind(windingLineId, isWebLineKind)
  )
}
/** Returns the metrics of a group; zeros if the group is missing. */
const getMetrics = (group: StatisticGroup | undefined) => ({
  rolls: group?.rolls ?? 0,
  kg: group?.kg ?? 0,
  metres: group?.metres ?? 0,
  meanKg: group && group.rolls > 0 ? Math.round((group.kg / group.rolls) * 1000) / 1000 : null,
  downgradedKg: group?.downgradedKg ?? 0,
})
/**
 * Sorts dates, shifts, teams and widths in natural order, other dimensions by kg descending. The group without a value
 * is last.
 */
function sortHeaders<T extends { key: string | null; label: string; kg: number }>(
  dimension: StatisticKey,
  headers: T[],
): T[] {
  const hasTextOrder = timeDimensions.has(dimension) || dimension === 'shift' || dimension === 'team'
  const compareKeys = (a: T, b: T): number => {
    if (dimension === 'width') return Number(a.key) - Number(b.key)
    if (hasTextOrder) return (a.key ?? '').localeCompare(b.key ?? '')
    return b.kg - a.kg || a.label.localeCompare(b.label)
  }
  return headers.sort((a, b) => Number(a.key === null) - Number(b.key === null) || compareKeys(a, b))
}
/** Loads the label of each key of a dimension in the reader's language. */
async function loadLabels(
  ctx: Context,
  dimension: StatisticKey,
  keys: readonly (string | null)[],
): Promise<Map<string | null, string>> {
  const resource = resourceByDimension[dimension]
  const names = resource ? await loadNames(ctx, resource, keys) : {}
  const getLabel = (key: string | null): string => {
    if (key === null) return ctx.t(`stock:none.${dimension === 'defect' ? 'defect' : 'other'}`)
    if (resource) return names[key] ?? key
    if (dimension === 'grade') return ctx.t(`slitting:slitRoll.options.grade.${key}`)
    if (dimension === 'defect') return ctx.t(`rolls:jumboRoll.subOptions.defects.kind.${key}`)
    if (dimension === 'shift') return ctx.t(`contract:shifts.${key}`, { defaultValue: key })
    if (dimension === 'month') return key.slice(0, 7)
    return dimension === 'width' ? `${key} mm` : key
  }
  return new Map(keys.map((key) => [key, getLabel(key)]))
}
