/** Handler that imports market prices from a workbook. */
import { refuse, refuseInput } from '@/contract/errno'
import { pricesChanged } from './events'
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { DryRunRollback } from '@/server/crud/import-errors'
import { describeHiddenParts } from '@/server/crud/import-warnings'
import { formatRowRanges } from '@/server/excel/row-list'
import type { Worksheet } from '@/server/excel/read-sheet'
import { publishEvent } from '@/server/events'
import { marketPriceImport } from '../contract/electric-price'
import { parseMarketDays, type MarketDay, type MarketProblem } from '../rules/market-worksheet'
import { insertElectricPrice } from './electric-prices'
import { listTariffEntries } from './price-slots'
import { handle } from '@/server/area'

const MAX_NAMED_DAYS = 7
/**
 * POST /plant/market_price_import: imports all days or none.
 * @throws 6000 with row and column of the problem, or the missing or duplicate hour
 */
export const importMarketPrices = handle(marketPriceImport, async (ctx, input) => {
  const worksheet = input.file.map((id) => ctx.formParts.get(id)).find(Boolean)?.worksheet
  if (!worksheet) throw refuseInput([{ path: ['file'], code: 'missing' }])
  const { days, labels, ignoredHeadings, roundedRows, problem } = parseMarketDays(worksheet, ctx.timeZone)
  if (problem) throw buildMarketRefusal(ctx, problem)
  const isDryRun = input.dryRun === true
  const firstDay = days[0]?.day ?? null
  const lastDay = days.at(-1)?.day ?? null
  const storedPrices =
    firstDay && lastDay ? await loadMarketPrices(ctx, firstDay, lastDay) : new Map<Day, readonly number[]>()
  const changedDays = days.filter(({ day, prices }) => !isSameSeries(storedPrices.get(day), prices))
  const replacedDays = changedDays.filter(({ day }) => storedPrices.has(day)).map(({ day }) => day)
  for (const marketDay of changedDays) await storeMarketDay(ctx, marketDay, input.reason ?? null)
  const answer = {
    created: changedDays.length,
    unchanged: days.length - changedDays.length,
    dryRun: isDryRun,
    days: days.length,
    from: firstDay,
    to: lastDay,
    labels,
    hidden: worksheet.hiddenRows?.length ?? 0,
    warnings: [
      ...describeHiddenParts(ctx, worksheet, isDryRun),
      ...describeOmissions(ctx, worksheet, ignoredHeadings, isDryRun),
      ...(roundedRows.length > 0
        ? [ctx.t('prices:market.rounded', { count: roundedRows.length, rows: formatRowRanges(roundedRows) })]
        : []),
      ...describeReplacedDays(ctx, replacedDays, isDryRun),
    ].map((message) => ({ message: message.slice(0, 400) })),
  }
  if (isDryRun) throw new DryRunRollback(answer)
  return answer
})
/** Describes hidden rows, which are imported, and unknown columns, which are not imported. */
function describeOmissions(
  ctx: Context,
  { hiddenRows = [] }: Worksheet,
  ignoredHeadings: readonly string[],
  isDryRun: boolean,
): string[] {
  const ending = isDryRun ? '' : 'Done'
  const columns = ignoredHeadings.join(ctx.language === 'zh' ? '、' : ', ').slice(0, 160)
  return [
    ...(hiddenRows.length > 0
      ? [ctx.t(`contract:excel.hidden${ending}`, { count: hiddenRows.length, rows: formatRowRanges(hiddenRows) })]
      : []),
    ...(columns ? [ctx.t(`prices:market.ignored${ending}`, { columns })] : []),
  ]
}
/** Names the days that had other prices. Their former prices stay in the revisions of the day. */
function describeReplacedDays(ctx: Context, days: readonly Day[], isDryRun: boolean): string[] {
  if (days.length === 0) return []
  const namedDays = days.slice(0, MAX_NAMED_DAYS).join(', ')
  const params = { count: days.length, days: days.length > MAX_NAMED_DAYS ? `${namedDays} …` : namedDays }
  return [ctx.t(`prices:market.replaced${isDryRun ? '' : 'Done'}`, params)]
}
/** Builds the refusal of a worksheet, with the reason why a price is no number. */
function buildMarketRefusal(ctx: Context, problem: MarketProblem) {
  const { why, ...params } = problem.params
  const reason = typeof why === 'string' && why !== 'notNumber' ? ctx.t(`contract:errors.issue.${why}`) : ''
  return refuse(
    `prices:refusals.market.${problem.code}`,
    { ...params, reason: reason && ctx.t('contract:excel.then') + reason },
    { rows: [problem] },
  )
}
async function storeMarketDay(ctx: Context, { day, prices }: MarketDay, reason: string | null): Promise<void> {
  const { change } = await insertElectricPrice(ctx, {
    layer: 'market',
    name: ctx.t('prices:market.entry'),
    effectiveFrom: day,
    hours: [...prices],
    reason,
  })
  await publishEvent(ctx, pricesChanged, change)
}
/** Loads the stored market prices by day, latest revision only. */
async function loadMarketPrices(ctx: Context, from: Day, to: Day): Promise<Map<Day, readonly number[]>> {
  const latestByDay = new Map<Day, { revision: number; hours: readonly number[] }>()
  for (const entry of await listTariffEntries(ctx, from, to)) {
    const latestEntry = latestByDay.get(entry.effectiveFrom)
    if (entry.layer === 'market' && (!latestEntry || entry.revision > latestEntry.revision))
      latestByDay.set(entry.effectiveFrom, entry)
  }
  return new Map([...latestByDay].map(([day, { hours }]) => [day, hours]))
}
const isSameSeries = (a: readonly number[] | undefined, b: readonly number[]): boolean =>
  a !== undefined && a.length === b.length && a.every((price, i) => price === b[i])
