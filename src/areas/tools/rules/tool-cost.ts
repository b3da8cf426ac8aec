/** Cost of tools by use. */
import { meanLife, type Lived } from './survival'
import type { LifeUnit } from './tool'

/** Minimum number of ended lives for an expected life. */
export const LEAST_ENDED = 5
/** Life to which a cost refers: 1,000 km, a tonne, 1,000 hours. */
export const perUnits: Readonly<Record<LifeUnit, number>> = { m: 1_000_000, kg: 1000, h: 1000 }

/** Sources of an expected life: tools of the kind and maker, tools of the kind, or the entered limit. */
export const expectedFrom = ['maker', 'kind', 'limit'] as const
export type ExpectedFrom = (typeof expectedFrom)[number]
/** Properties by which tools are compared. */
export interface KindOfTool {
  readonly kind: string
  readonly maker: string | null
  readonly lifeUnit: LifeUnit
  readonly lifeLimit: number | null
}
/** A life with the limit of the tool, in the same unit. */
export interface LimitedLife extends Lived {
  readonly limit: number | null
}
/** Returns the lives of tools of a kind in a unit, of one maker or, if undefined, of all. */
export type LivesKnown = (kind: string, unit: LifeUnit, maker?: string) => readonly LimitedLife[]
/** Converts lives to shares of their limits, so that one curve covers the spinnerets of small and large lines. */
const shares = (lives: readonly LimitedLife[]): Lived[] =>
  lives.flatMap(({ time, ended, limit }) => (limit ? [{ time: time / limit, ended }] : []))

/**
 * Returns the expected life of a tool in its unit: the restricted mean of its kind and maker if at least five such
 * tools ended, else that of its kind, else its limit; null if all are unknown. For a tool with a limit the mean is
 * taken of the lives as shares of their limits, because tools of a kind differ in size. It is the mean and not the
 * median, because costs add up over all tools.
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

/** Returns the cost of a use, CNY: life used × price ÷ expected life; null if price or expected life is unknown. */
export const costOfUse = (used: number, price: number | null, expected: number | null): number | null =>
  price === null || !expected ? null : (used * price) / expected
