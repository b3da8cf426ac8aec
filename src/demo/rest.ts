/**
 * What the demonstration still lacks when people may come in: the indexes of its largest tables, and what the product's own
 * rules make of its rows. Each step strikes itself off the list in its own transaction, so that a server that is killed
 * goes on where it was.
 */
import type { PoolClient } from 'pg'
import type { Job } from '@/server/area'
import type { Context } from '@/server/context'
import { deriveMissingSources } from '@/areas/rolls/server/pellets/derive-sources'
import { describeBoards } from './boards'
import { certifyDemo } from './certificates'
import { describeEnergy } from './energy-history'
import { describeMinutes, MINUTE_DAYS } from './telemetry/gauges'

const LEFT = 'demo.rest'
const TURN_MS = 500

const made: Readonly<Record<string, (ctx: Context) => Promise<void>>> = {
  pellets: deriveMissingSources,
  certificates: certifyDemo,
  energy: describeEnergy,
  boards: describeBoards,
  // The newest first: that is where people look.
  ...Object.fromEntries(
    Array.from({ length: MINUTE_DAYS }, (_, i) => [`minutes-${i + 1}`, (ctx: Context) => describeMinutes(ctx, i + 1)]),
  ),
}

/** Writes down what is to be made behind the usable app: the indexes first, as the rest reads by them. */
export async function leaveRest(client: PoolClient, site: number, indexes: readonly string[]): Promise<void> {
  await client.query('insert into setting (site_id, name, value) values ($1, $2, $3)', [
    site,
    LEFT,
    JSON.stringify([...indexes, ...Object.keys(made)]),
  ])
}

/**
 * Makes what is left of the demonstration, some of it in each turn. What works out costs or counts figures waits for it: without
 * the indexes one of its statements takes so long on a slow machine that the embedded database breaks it off.
 */
export const demoRest: Job = {
  name: 'demo-rest',
  everySeconds: 0,
  alone: true,
  run: async (ctx) => {
    const [row] = await ctx.query<{ value: string[] }>(
      'select value from setting where site_id = $1 and name = $2 for update',
      [ctx.site, LEFT],
    )
    const left = row?.value ?? []
    if (left.length === 0) return
    const end = performance.now() + TURN_MS
    do {
      const step = left.shift()!
      const make = made[step]
      if (make) await make(ctx)
      else await ctx.query(step)
    } while (left.length > 0 && performance.now() < end)
    await ctx.query('update setting set value = $3, updated_at = $4 where site_id = $1 and name = $2', [
      ctx.site,
      LEFT,
      JSON.stringify(left),
      ctx.now,
    ])
    return left.length > 0
  },
}
