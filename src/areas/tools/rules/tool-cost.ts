/** What a tool costs by its use. */
import { meanLife, type Lived } from './survival'
import type { LifeUnit } from './tool'

/** Fewer lives that ended than this say little of how long such tools live. */
export const LEAST_ENDED = 5
/** Units of a life that a cost is told per: 1,000 km, a tonne, 1,000 hours. */
export const perUnits: Readonly<Record<LifeUnit, number>> = { m: 1_000_000, kg: 1000, h: 1000 }

/** Where an expected life comes from: tools of the kind and maker, of the kind, or the limit that a person set. */
export const expectedFrom = ['maker', 'kind', 'limit'] as const
export type ExpectedFrom = (typeof expectedFrom)[number]
/** A tool as it stands among its like. */
export interface KindOfTool {
  readonly kind: string
  readonly maker: string | null
  readonly lifeUnit: LifeUnit
  readonly lifeLimit: number | null
}
/** A life beside the limit that was set for it, in one unit. */
export interface LimitedLife extends Lived {
  readonly limit: number | null
}
/** Lives of the tools of a kind, of one maker or (undefined) of all, in the unit asked for. */
export type LivesKnown = (kind: string, unit: LifeUnit, maker?: string) => readonly LimitedLife[]
/** Lives as shares of their limits: a small line's spinneret and a large one's are told by one curve. */
const shares = (lives: readonly LimitedLife[]): Lived[] =>
  lives.flatMap(({ time, ended, limit }) => (limit ? [{ time: time / limit, ended }] : []))

/**
 * How long a tool is expected to live, in its unit: the restricted mean of its kind and maker where at least five such tools
 * ended, else of its kind, else its limit; null when nothing is known. Of a tool with a limit the mean is of the shares of
 * their limits that its like reached: tools of a kind are of many sizes, and a tonne is little to one and much to another.
 * The mean, not the median: costs add up over all tools.
 */
export function expectedLife(
  tool: KindOfTool,
  known: LivesKnown,
): { readonly life: number; readonly from: ExpectedFrom } | null {
  const tries = [
    { from: 'maker' as const, lives: tool.maker ? known(tool.kind, tool.lifeUnit, tool.maker) : [] },
    { from: 'kind' as const, lives: known(tool.kind, tool.lifeUnit) },
  ]
  const limit = tool.lifeLimit
  for (const { from, lives: all } of tries) {
    const lives = limit && all.some((one) => one.limit !== null) ? shares(all) : all
    if (lives.filter(({ ended }) => ended).length < LEAST_ENDED) continue
    const { value } = meanLife(lives)
    if (value) return { life: lives === all ? value : value * limit!, from }
  }
  return tool.lifeLimit ? { life: tool.lifeLimit, from: 'limit' } : null
}

/** Cost of a use, CNY: life used × price ÷ expected life; null where price or expected life is not known. */
export const costOfUse = (used: number, price: number | null, expected: number | null): number | null =>
  price === null || !expected ? null : (used * price) / expected
