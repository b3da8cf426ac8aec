/** The setting that records the demonstration in its database. */
import type { Context } from '@/server/context'
import { createDemoEra, type DemoEra } from './demo-era'
import type { DemoLanguage } from './bilingual-text'

export const DEMO_SETTING = 'demo'
export interface DemoRecord {
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
export async function loadDemoRecord(ctx: Context): Promise<DemoRecord> {
  const [row] = await ctx.query<{ value: DemoRecord }>('select value from setting where site_id = $1 and name = $2', [
    ctx.site,
    DEMO_SETTING,
  ])
  if (!row) throw new Error('this database holds no demonstration')
  return row.value
}
/** Loads the era that ends now, for rows that are generated after the demonstration was loaded. */
export async function loadDemoEra(ctx: Context): Promise<DemoEra> {
  const { language, days } = await loadDemoRecord(ctx)
  return createDemoEra(ctx.now, ctx.timeZone, language, days)
}
