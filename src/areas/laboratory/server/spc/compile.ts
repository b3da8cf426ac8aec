import type { InOf, OutOf } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import type { Context } from '@/server/context'
import { spcCompile } from '../../contract/spc-calls'
import { isCountChart } from '../../rules/spc/charts'
import { chartAnswerOf } from './answer'

type In = InOf<typeof spcCompile>
type Out = OutOf<typeof spcCompile>

/** A chart of the values of the body. @throws 6000 with a sentence where they give none */
export async function compileBody(_ctx: Context, input: In): Promise<Out> {
  const { samples, sizes, subgroupSize, base, exclude, center, sigma, rules } = input
  assertBothFrozen(center, sigma)
  return chartAnswerOf({
    ...input,
    ...pointsOf(samples, subgroupSize ?? null, input.chart),
    sizes: flat(sizes ?? []),
    rules: rules ?? [],
    confidence: input.confidence ?? undefined,
    base: base ?? undefined,
    excluded: flat(exclude ?? []),
    frozen: typeof center === 'number' && typeof sigma === 'number' ? { center, sigma } : undefined,
  })
}

/** @throws 4042 for a centre without σ or σ without a centre: limits of the values shown would be taken for the frozen ones */
function assertBothFrozen(center: number | null | undefined, sigma: number | null | undefined): void {
  if (typeof center === 'number' && typeof sigma !== 'number') throw refuseInput([{ path: ['sigma'], code: 'missing' }])
  if (typeof sigma === 'number' && typeof center !== 'number')
    throw refuseInput([{ path: ['center'], code: 'missing' }])
}

type Numbers = number | number[] | number[][]
const flat = (values: Numbers): number[] => (typeof values === 'number' ? [values] : values.flat())
const isGrouped = (values: Numbers): values is number[][] => typeof values !== 'number' && values.some(Array.isArray)

/** Groups as they came, or cut from one row; groups of one value are single values. */
function pointsOf(
  samples: Numbers,
  size: number | null,
  chart: In['chart'],
): { groups?: number[][]; values?: number[] } {
  const grouped = isGrouped(samples)
  const single = isCountChart(chart) || chart === 'i-mr'
  if (grouped && (!single || samples.some((group) => [group].flat().length > 1)))
    return { groups: samples.map((group) => [group].flat()) }
  const values = flat(samples)
  if (single || size === null) return { values }
  return {
    groups: Array.from({ length: Math.ceil(values.length / size) }, (_, i) => values.slice(i * size, (i + 1) * size)),
  }
}
