/** Statistics over slit rolls by any two dimensions, with totals. */
import { refuse } from '@/contract/errno'
import type { InOf, OutOf } from '@/contract/endpoint'
import { resolvePeriod } from '@/plant/server/plant'
import { MOST_GROUPS, type StatisticKey } from '@/areas/rolls/rules/roll-statistics'
import { rollStatistics, type StatisticGroup } from '@/areas/rolls/server/queries/for-statistics'
import { loadNames } from '@/server/crud/load-names'
import type { Context } from '@/server/context'
import type { dataStatistics } from '../contract/statistics-calls'

type Input = InOf<typeof dataStatistics>
type Answer = OutOf<typeof dataStatistics>
const resources: Readonly<Partial<Record<StatisticKey, string>>> = {
  product: 'product',
  customer: 'customer',
  order: 'workOrder',
  line: 'line',
  slitter: 'line',
}
const inTime = new Set<StatisticKey>(['day', 'week', 'month'])

/** GET /data_statistics: calculates the groups and totals. @throws 6000 if there are too many groups */
export async function statistics(ctx: Context, input: Input): Promise<Answer> {
  const { fromDay: from, toDay: to } = resolvePeriod(ctx, input)
  const rowsBy = input.rows ?? 'product'
  const columnsBy = input.columns && input.columns !== rowsBy ? input.columns : null
  const found = await rollStatistics(ctx, { ...input, from, to, row: rowsBy, column: columnsBy })
  if (!found) throw refuse('stock:refusals.tooManyGroups', { limit: MOST_GROUPS })
  const rows = found.filter((one) => !one.allRows && one.allColumns)
  const columns = columnsBy ? found.filter((one) => one.allRows && !one.allColumns) : []
  const label = {
    row: await labelsOf(
      ctx,
      rowsBy,
      rows.map(({ row }) => row),
    ),
    column: columnsBy
      ? await labelsOf(
          ctx,
          columnsBy,
          columns.map(({ column }) => column),
        )
      : new Map<string | null, string>(),
  }
  const header = (of: 'row' | 'column') => (one: StatisticGroup) => ({
    key: one[of],
    label: label[of].get(one[of]) ?? one[of] ?? '',
    ...figuresOf(one),
  })
  return {
    from,
    to,
    rowsBy,
    columnsBy,
    ...figuresOf(found.find((one) => one.allRows && one.allColumns)),
    rows: sorted(rowsBy, rows.map(header('row'))),
    columns: columnsBy ? sorted(columnsBy, columns.map(header('column'))) : [],
    cells: columnsBy
      ? found
          .filter((one) => !one.allRows && !one.allColumns)
          .map((one) => ({ row: one.row, column: one.column, ...figuresOf(one) }))
      : [],
  }
}
const figuresOf = (one: StatisticGroup | undefined) => ({
  rolls: one?.rolls ?? 0,
  kg: one?.kg ?? 0,
  metres: one?.metres ?? 0,
  meanKg: one && one.rolls > 0 ? Math.round((one.kg / one.rolls) * 1000) / 1000 : null,
  downgradedKg: one?.downgradedKg ?? 0,
})
/**
 * Sorts dates, shifts, teams and widths in natural order, all else by kg descending. The group without a value is last.
 */
function sorted<T extends { key: string | null; label: string; kg: number }>(by: StatisticKey, all: T[]): T[] {
  const natural = inTime.has(by) || by === 'shift' || by === 'team'
  return all.sort(
    (a, b) =>
      Number(a.key === null) - Number(b.key === null) ||
      (by === 'width'
        ? Number(a.key) - Number(b.key)
        : natural
          ? (a.key ?? '').localeCompare(b.key ?? '')
          : b.kg - a.kg || a.label.localeCompare(b.label)),
  )
}
/** Loads the labels of groups in the reader's language. */
async function labelsOf(
  ctx: Context,
  by: StatisticKey,
  keys: readonly (string | null)[],
): Promise<Map<string | null, string>> {
  const resource = resources[by]
  const names = resource ? await loadNames(ctx, resource, keys) : {}
  const word = (key: string | null): string => {
    if (key === null) return ctx.t(`stock:none.${by === 'defect' ? 'defect' : 'other'}`)
    if (resource) return names[key] ?? key
    if (by === 'grade') return ctx.t(`rolls:slitRoll.options.grade.${key}`)
    if (by === 'defect') return ctx.t(`rolls:jumboRoll.subOptions.defects.kind.${key}`)
    if (by === 'shift') return ctx.t(`contract:shifts.${key}`, { defaultValue: key })
    if (by === 'month') return key.slice(0, 7)
    return by === 'width' ? `${key} mm` : key
  }
  return new Map(keys.map((key) => [key, word(key)]))
}
