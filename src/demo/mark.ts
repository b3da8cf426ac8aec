/** What a database that holds the demonstration remembers of it. */
import type { Context } from '@/server/context'
import { eraOf, type Era } from './era'
import type { DemoLanguage } from './said'

export const MARK = 'demo'
export interface DemoMark {
  readonly seed: number
  readonly scale: number
  /** Days of orders and rolls; all of the era when left out. */
  readonly days?: number | undefined
  /** When its history ended. */
  readonly at: string
  /** What it was loaded in, and goes on in. */
  readonly language: DemoLanguage
}

/** @throws Error when this database holds no demonstration */
export async function markOf(ctx: Context): Promise<DemoMark> {
  const [row] = await ctx.query<{ value: DemoMark }>('select value from setting where site_id = $1 and name = $2', [
    ctx.site,
    MARK,
  ])
  if (!row) throw new Error('this database holds no demonstration')
  return row.value
}
/** The era up to now, of what is made when the demonstration is loaded already. */
export async function eraOfDemo(ctx: Context): Promise<Era> {
  const { language, days } = await markOf(ctx)
  return eraOf(ctx.now, ctx.timeZone, language, days)
}
