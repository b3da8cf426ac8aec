/** Cost of tools by use. */
import { estimateMeanLife, type Lifetime } from './survival'
import type { LifeUnit } from './tool'

/** Minimum number of ended lives to estimate an expected life from. */
export const MIN_ENDED_LIVES = 5
/** Life to which a displayed cost refers, in the unit of life: 1,000 km in metres, a tonne in kg, 1,000 hours. */
export const costBases: Readonly<Record<LifeUnit, number>> = { m: 1_000_000, kg: 1000, h: 1000 }

/** Sources of an expected life: tools of the kind and maker, tools of the kind, or the entered limit. */
export const expectedLifeSources = ['maker', 'kind', 'limit'] as const
export type ExpectedLifeSource = (typeof expectedLifeSources)[number]
/** Properties by which tools are compared. */
export interface ToolClass {
  readonly kind: string
  readonly maker: string | null
  readonly lifeUnit: LifeUnit
  readonly lifeLimit: number | null
}
/** A life with the limit of the tool, in the same unit. */
export interface LimitedLife extends Lifetime {
  readonly lifeLimit: number | null
}
/** Returns the lives of tools of a kind in a unit, of one maker or, if undefined, of all. */
export type LifeLookup = (kind: string, unit: LifeUnit, maker?: string) => readonly LimitedLife[]
/** Converts lives to shares of their limits, so that one curve covers the spinnerets of small and large lines. */
const toLimitShares = (lives: readonly LimitedLife[]): Lifetime[] =>
  lives.flatMap(({ life, ended, lifeLimit }) => (lifeLimit ? [{ life: life / lifeLimit, ended }] : []))

/**
 * Returns the expected life of a tool in its unit; null if it is unknown. This is the restricted mean of the tools of
 * its kind and maker if at least five of them ended. Otherwise it is the mean of its kind if five ended, and else the
 * entered limit of the tool. For a tool with a limit, lives are averaged as shares of their limits, because tools of a
 * kind differ in size. The mean is used and not the median, because costs add up over all tools.
 */
export function estimateExpectedLife(
  tool: ToolClass,
  lifeLookup: LifeLookup,
): { readonly life: number; readonly from: ExpectedLifeSource } | null {
  const candidates = [
    { from: 'maker' as const, lives: tool.maker ? lifeLookup(tool.kind, tool.lifeUnit, tool.maker) : [] },
    { from: 'kind' as const, lives: lifeLookup(tool.kind, tool.lifeUnit) },
  ]
  const lifeLimit = tool.lifeLimit
  for (const { from, lives: candidateLives } of candidates) {
    const usesShares = Boolean(lifeLimit) && candidateLives.some((life) => life.lifeLimit !== null)
    const lives = usesShares ? toLimitShares(candidateLives) : candidateLives
    if (lives.filter(({ ended }) => ended).length < MIN_ENDED_LIVES) continue
    const { value } = estimateMeanLife(lives)
    if (value) return { life: usesShares ? value * lifeLimit! : value, from }
  }
  return tool.lifeLimit ? { life: tool.lifeLimit, from: 'limit' } : null
}

/** Returns the cost of a use, CNY: life used × price ÷ expected life; null if price or expected life is unknown. */
export const calculateUseCost = (usedLife: number, price: number | null, expectedLife: number | null): number | null =>
  price === null || !expectedLife ? null : (usedLife * price) / expectedLife
