/** The setting that records the demonstration in its database. */
import type { Context } from '@/server/context'
import { eraOf, type Era } from './era'
import type { DemoLanguage } from './said'

export const MARK = 'demo'
export interface DemoMark {
  readonly seed: number
  readonly scale: number
  /** Days of orders and rolls; the whole era if omitted. */
  readonly days?: number | undefined
  /** ISO moment at which the history ends. */
  readonly at: string
  /** Language of the free texts, also for rows that are added later. */
  readonly language: DemoLanguage
}

/**
 * Loads the record of the demonstration.
 *
 * @throws Error if this database holds no demonstration
 */
export async function markOf(ctx: Context): Promise<DemoMark> {
  const [row] = await ctx.query<{ value: DemoMark }>('select value from setting where site_id = $1 and name = $2', [
    ctx.site,
    MARK,
  ])
  if (!row) throw new Error('this database holds no demonstration')
  return row.value
}
/** Loads the era that ends now, for rows that are generated after the demonstration was loaded. */
export async function eraOfDemo(ctx: Context): Promise<Era> {
  const { language, days } = await markOf(ctx)
  return eraOf(ctx.now, ctx.timeZone, language, days)
}
