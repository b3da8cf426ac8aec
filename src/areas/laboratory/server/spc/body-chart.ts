import type { EndpointInput } from '@/contract/endpoint'
import type { spcCompile } from '../../contract/spc-calls'
import { isCountChart } from '../../rules/spc/charts'
import type { UncheckedChart } from './chart-worker'

type In = EndpointInput<typeof spcCompile>

/** Converts the body of a request to the input of the chart rules. */
export function readBody(input: In): UncheckedChart {
  const { chart, lsl, usl, target, samples, sizes, subgroupSize, base, exclude, center, sigma, rules } = input
  return {
    chart,
    lsl,
    usl,
    target,
    ...pointsOf(samples, subgroupSize ?? null, chart),
    sizes: flat(sizes ?? []),
    rules: rules ?? [],
    confidence: input.confidence ?? undefined,
    base: base ?? undefined,
    excluded: flat(exclude ?? []),
    frozen: typeof center === 'number' && typeof sigma === 'number' ? { center, sigma } : undefined,
  }
}

type Numbers = number | number[] | number[][]
const flat = (values: Numbers): number[] => (typeof values === 'number' ? [values] : values.flat())
const isGrouped = (values: Numbers): values is number[][] => typeof values !== 'number' && values.some(Array.isArray)

/** Returns groups as sent, or cut from one row by size. Groups of one value become single values. */
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
