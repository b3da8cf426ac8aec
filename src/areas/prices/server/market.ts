/** Import of market prices from a workbook. */
import type { InOf, OutOf } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import { pricesChanged } from '@/plant/server/events'
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { Trial } from '@/server/crud/import'
import { tell } from '@/server/events'
import type { importMarket } from '../contract/electric-price'
import { marketDays, type MarketDay } from '../rules/market-sheet'
import { put } from './electric'
import { entriesBetween } from './slots'

/**
 * POST /plant/market_price_import: imports all days or none.
 * @throws 6000 with row and column of the problem, or the missing or duplicate hour
 */
export async function takeMarket(ctx: Context, input: InOf<typeof importMarket>): Promise<OutOf<typeof importMarket>> {
  const sheet = input.file.map((id) => ctx.parts.get(id)).find(Boolean)?.sheet
  if (!sheet) throw refuseInput([{ path: ['file'], code: 'missing' }])
  const { days, labels, problem } = marketDays(sheet, ctx.timeZone)
  if (problem) throw refuse(`prices:refusals.market.${problem.code}`, problem.params, { rows: [problem] })
  const first = days[0]?.day ?? null
  const last = days.at(-1)?.day ?? null
  const known = first && last ? await marketOf(ctx, first, last) : new Map<Day, readonly number[]>()
  const fresh = days.filter(({ day, prices }) => !sameNumbers(known.get(day), prices))
  for (const one of fresh) await storeDay(ctx, one, input.reason ?? null)
  const answer = {
    created: fresh.length,
    unchanged: days.length - fresh.length,
    dryRun: input.dryRun === true,
    days: days.length,
    from: first,
    to: last,
    labels,
    hidden: sheet.hiddenRows?.length ?? 0,
  }
  if (input.dryRun) throw new Trial(answer)
  return answer
}
async function storeDay(ctx: Context, { day, prices }: MarketDay, reason: string | null): Promise<void> {
  const { change } = await put(ctx, {
    layer: 'market',
    name: ctx.t('prices:market.entry'),
    effectiveFrom: day,
    hours: [...prices],
    reason,
  })
  await tell(ctx, pricesChanged, change)
}
/** Loads the stored market prices by day, latest revision only. */
async function marketOf(ctx: Context, from: Day, to: Day): Promise<Map<Day, readonly number[]>> {
  const known = new Map<Day, { revision: number; hours: readonly number[] }>()
  for (const entry of await entriesBetween(ctx, from, to)) {
    const held = known.get(entry.effectiveFrom)
    if (entry.layer === 'market' && (!held || entry.revision > held.revision)) known.set(entry.effectiveFrom, entry)
  }
  return new Map([...known].map(([day, { hours }]) => [day, hours]))
}
const sameNumbers = (a: readonly number[] | undefined, b: readonly number[]): boolean =>
  a !== undefined && a.length === b.length && a.every((price, i) => price === b[i])
