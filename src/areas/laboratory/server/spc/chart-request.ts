import type { EndpointInput } from '@/contract/endpoint'
import type { spcCompile } from '../../contract/spc-endpoints'
import { isCountChart } from '../../rules/spc/charts'
import type { UnparsedChartRequest } from './chart-worker'

type CompileInput = EndpointInput<typeof spcCompile>

/** Converts the body of a request to the input of the chart rules. */
export function toChartRequest(input: CompileInput): UnparsedChartRequest {
  const { chart, lsl, usl, target, samples, sizes, subgroupSize, base, exclude, center, sigma, rules } = input
  return {
    chart,
    lsl,
    usl,
    target,
    ...toChartPoints(samples, subgroupSize ?? null, chart),
    sizes: flattenNumbers(sizes ?? []),
    rules: rules ?? [],
    confidence: input.confidence ?? undefined,
    base: base ?? undefined,
    excluded: flattenNumbers(exclude ?? []),
    frozen: typeof center === 'number' && typeof sigma === 'number' ? { center, sigma } : undefined,
  }
}

type NumberInput = number | number[] | number[][]
const flattenNumbers = (values: NumberInput): number[] => (typeof values === 'number' ? [values] : values.flat())
const isGrouped = (values: NumberInput): values is number[][] =>
  typeof values !== 'number' && values.some(Array.isArray)

/**
 * Returns the groups as sent, or splits a list of values into groups of `groupSize`. Groups of one become single
 * values.
 */
function toChartPoints(
  samples: NumberInput,
  groupSize: number | null,
  chart: CompileInput['chart'],
): { groups?: number[][]; values?: number[] } {
  const areGrouped = isGrouped(samples)
  const isIndividual = isCountChart(chart) || chart === 'i-mr'
  if (areGrouped && (!isIndividual || samples.some((group) => [group].flat().length > 1)))
    return { groups: samples.map((group) => [group].flat()) }
  const values = flattenNumbers(samples)
  if (isIndividual || groupSize === null) return { values }
  return {
    groups: Array.from({ length: Math.ceil(values.length / groupSize) }, (_, i) =>
      values.slice(i * groupSize, (i + 1) * groupSize),
    ),
  }
}
