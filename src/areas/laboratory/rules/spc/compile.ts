import { capabilityOf, checkLimits, type Capability, type Specification } from './capability'
import {
  at,
  betweenWithinChart,
  everyPoint,
  individualsChart,
  isCountChart,
  subgroupChart,
  type Base,
  type Chart,
  type Charted,
  type Frozen,
  type Track,
} from './charts'
import { defectChart, numberChart, rateChart, shareChart } from './count-charts'
import { deviationOf, momentsOf, type Moments } from './moments'
import { NotChartable } from './not-chartable'
import type { ProcessEstimate } from './process-estimate'
import { averageRunLength } from './run-length'
import { isZoned, ruleSets, runRules, violationsOf, type RuleSet, type RunRule } from './run-rules'

/** Input of a control chart. */
export interface Asked extends Specification {
  readonly chart: Chart
  readonly groups?: readonly (readonly number[])[]
  readonly values?: readonly number[]
  readonly sizes?: readonly number[]
  /**
   * Number of leading points that limits are computed from, by default all. Excluded points (1 = first) are plotted but
   * not counted.
   */
  readonly base?: number
  readonly excluded?: readonly number[]
  readonly frozen?: Frozen
  readonly rules: readonly RunRule[]
  readonly confidence?: number
  /** Single values for the capability, if the points of the chart are not single values or are grouped differently. */
  readonly capabilityBasis?: CapabilityBasis
}
/**
 * Basis of the capability, which refers to single values: the chart that estimates σ within, its points, and all
 * values.
 */
export interface CapabilityBasis extends Pick<Asked, 'chart' | 'groups' | 'values' | 'excluded'> {
  readonly all: readonly number[]
}
export interface Point {
  readonly value: number
  readonly ucl: number
  readonly lcl: number
  readonly violations: readonly RunRule[]
}
export type OneOrMany = number | readonly number[]
export interface TrackAnswer {
  readonly center: OneOrMany
  readonly ucl: OneOrMany
  readonly lcl: OneOrMany
  readonly values: readonly number[]
}
export interface Compiled {
  readonly chart: Chart
  readonly center: number
  readonly sigma: number
  readonly ucl: OneOrMany
  readonly lcl: OneOrMany
  readonly main: Track
  /** Rules that each point completes. */
  readonly violations: readonly (readonly RunRule[])[]
  readonly rules: readonly RunRule[]
  readonly averageRunLength?: number
  readonly range?: TrackAnswer
  readonly deviation?: TrackAnswer
  /** Moving ranges of the means of a between/within chart. */
  readonly movingRange?: TrackAnswer
  readonly capability?: Capability
  readonly all?: Moments & { readonly deviation: number }
}

/**
 * Computes a control chart with its signals, and the capability if the product has limits.
 * @throws NotChartable if the data give no chart
 */
export function compile(asked: Asked): Compiled {
  checkLimits(asked)
  const points = (asked.groups ?? asked.values ?? []).length
  const charted = chartOf(asked, baseOf(asked, points))
  const { main } = charted
  const violations = violationsOf(
    { values: main.values, center: (i) => at(main.center, i), sigma: (i) => at(main.sigma, i) },
    asked.rules,
  )
  const length = averageRunLength(asked.rules)
  const basis = asked.capabilityBasis
  const all = basis ? momentsOf(basis.all) : charted.all
  const process = basis ? processOf(basis) : (charted.process ?? null)
  const capability = all ? capabilityOf(all, process, asked, asked.confidence) : null
  const second = charted.spread ?? charted.moving
  return {
    chart: asked.chart,
    center: charted.center,
    sigma: charted.sigma,
    ucl: shortened(main.ucl),
    lcl: shortened(main.lcl),
    main,
    violations,
    rules: asked.rules,
    ...(length === null ? {} : { averageRunLength: length }),
    ...(second
      ? { [asked.chart.endsWith('-s') ? 'deviation' : 'range']: answerOf(second, second === charted.moving) }
      : {}),
    ...(charted.spread && charted.moving ? { movingRange: answerOf(charted.moving, true) } : {}),
    ...(capability ? { capability } : {}),
    ...(all ? { all: { ...all, deviation: deviationOf(all) ?? 0 } } : {}),
  }
}
/** Estimates the process from the points of a basis; null if there are too few or they do not vary. */
function processOf(basis: CapabilityBasis): ProcessEstimate | null {
  const points = (basis.groups ?? basis.values ?? []).length
  try {
    return chartOf({ ...basis, rules: [] }, baseOf({ ...basis, rules: [] }, points)).process ?? null
  } catch (error) {
    if (error instanceof NotChartable) return null
    throw error
  }
}
/** Returns a point of the chart by its index from 0. */
export const pointOf = ({ main, violations }: Compiled, i: number): Point => ({
  value: main.values[i] ?? 0,
  ucl: at(main.ucl, i),
  lcl: at(main.lcl, i),
  violations: violations[i] ?? [],
})
const shortened = (values: readonly number[]): OneOrMany => (values.length === 1 ? (values[0] ?? 0) : values)
/** Converts a track to its answer. Moving ranges begin at the second point. */
const answerOf = (of: Track, moving: boolean): TrackAnswer => ({
  center: shortened(of.center),
  ucl: shortened(of.ucl),
  lcl: shortened(of.lcl),
  values: moving ? of.values.slice(1) : of.values,
})

function baseOf({ base, excluded = [] }: Asked, points: number): Base {
  if (base !== undefined && base > points) throw new NotChartable('baseTooLong', { base, points })
  const missing = excluded.find((point) => point > points || point < 1)
  if (missing !== undefined) throw new NotChartable('noSuchPoint', { point: missing, points })
  if (base === undefined && excluded.length === 0) return everyPoint
  const out = new Set(excluded)
  return (i) => (base === undefined || i < base) && !out.has(i + 1)
}

function chartOf(asked: Asked, base: Base): Charted {
  const { chart, frozen } = asked
  const groups = (): readonly (readonly number[])[] => {
    if (!asked.groups) throw new NotChartable('notGrouped')
    return asked.groups
  }
  const values = (): readonly number[] => {
    if (!asked.values) throw new NotChartable('grouped')
    return asked.values
  }
  const counts = () => {
    const found = values()
    const sizes = asked.sizes ?? []
    if (sizes.length === 0) throw new NotChartable('sizesMissing')
    return { counts: found, sizes: sizes.length === 1 ? found.map(() => sizes[0] ?? 0) : sizes }
  }
  switch (chart) {
    case 'xbar-r':
      return subgroupChart(groups(), 'range', base, frozen)
    case 'xbar-s':
      return subgroupChart(groups(), 'deviation', base, frozen)
    case 'i-mr':
      return individualsChart(values(), base, frozen)
    case 'i-mr-r':
      return betweenWithinChart(groups(), 'range', base, frozen)
    case 'i-mr-s':
      return betweenWithinChart(groups(), 'deviation', base, frozen)
    case 'p':
      return shareChart(counts(), base, frozen)
    case 'np':
      return numberChart(counts(), base, frozen)
    case 'c':
      return defectChart(values(), base, frozen)
    case 'u':
      return rateChart(counts(), base, frozen)
  }
}

const isRule = (word: string): word is RunRule => (runRules as readonly string[]).includes(word)
const isSet = (word: string): word is RuleSet => Object.hasOwn(ruleSets, word)
const folded = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replace(/[\s_-]/g, '')
const sets = new Map(Object.keys(ruleSets).map((name) => [folded(name), name]))

/**
 * Parses names of rules: sets (`westernElectric`, `nelson`, `limits`), rules (`we1`, `n5`), or numbers for Nelson's
 * rules. Without names only the limits apply. For charts of counts, zone rules of a set are skipped, and a single zone
 * rule is refused.
 * @throws NotChartable `unknownRule` or `zonesOnCounts`
 */
export function rulesOf(words: readonly string[], chart: Chart): RunRule[] {
  const counts = isCountChart(chart)
  const found = new Set<RunRule>()
  for (const word of words) {
    const key = folded(word)
    const set = sets.get(key) ?? ''
    const one = /^\d$/.test(key) ? `n${key}` : key.replace('nelson', 'n').replace('westernelectric', 'we')
    if (isSet(set)) ruleSets[set].filter((rule) => !counts || !isZoned(rule)).forEach((rule) => found.add(rule))
    else if (!isRule(one)) throw new NotChartable('unknownRule', { rule: word })
    else if (counts && isZoned(one)) throw new NotChartable('zonesOnCounts', { rule: word, chart })
    else found.add(one)
  }
  return found.size ? runRules.filter((rule) => found.has(rule)) : ['n1']
}
