/** Finds the calls that answer metrics in the contracts, requests them for one day, and collects the values by metric. */
import { areaContracts } from '@/areas/contracts'
import { shiftMetricNames } from '@/areas/figures/rules/metric-values'
import { sumNames, sumSpecs, type SumName } from '@/areas/figures/rules/shift-sums'
import type { Endpoint } from '@/contract/endpoint'
import type { Field } from '@/contract/field'
import { metrics, type MetricName } from '@/plant/rules/metrics'
import { readSheet } from '@/server/excel/read-sheet'
import type { Caller } from '../harness'

type Fields = Readonly<Record<string, Field>>
const metricNames: ReadonlySet<string> = new Set([...shiftMetricNames, ...sumNames])
const isMetric = (name: unknown): name is string => typeof name === 'string' && metricNames.has(name)
/** Fields that name the metric of the field `value` beside them. */
const NAMING_FIELDS = ['figure', 'item'] as const
/** Units of metrics that add up over lines, teams and days. */
const ADDITIVE_UNITS = new Set(['kg', 'm', 'kWh', 'CNY', ''])
const ADDITIVE_HOURS: readonly string[] = ['plannedHours', 'unplannedHours', 'unknownHours', 'correctedStopHours']
const isAdditive = (name: string): boolean => {
  const unit = name in metrics ? metrics[name as MetricName].unit : sumSpecs[name as SumName].unit
  return ADDITIVE_UNITS.has(unit) || ADDITIVE_HOURS.includes(name)
}

/** Metrics under other names, by call and field. */
const METRIC_BY_FIELD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'jumboRoll.teamOutput': {
    rolls: 'jumboRolls',
    metres: 'woundM',
    kg: 'outputKg',
    downgradedKg: 'winderDowngradedKg',
  },
}
const answersMetric = (fields: Fields): boolean =>
  Object.entries(fields).some(
    ([name, field]) =>
      isMetric(name) ||
      (field.kind === 'list' && answersMetric(field.of)) ||
      ((NAMING_FIELDS as readonly string[]).includes(name) && 'value' in fields),
  )
/** Lists the calls of all areas that read metrics. */
export const listMetricReaders = (): Endpoint[] =>
  areaContracts
    .flatMap(({ endpoints }) => endpoints as readonly Endpoint[])
    .filter(
      ({ name, effect, output }) =>
        effect === 'read' &&
        (output.shape === 'one' || output.shape === 'many') &&
        (name in METRIC_BY_FIELD || answersMetric(output.fields as Fields)),
    )

/** The scope for which all calls are requested: everything of the plant was made in this shift, on this line, for this order. */
export interface Scope {
  readonly day: string
  readonly lineId: string
  readonly shift: string
  readonly orderId: string
}
/** Builds the input for a scope; null if the call answers for no chosen day or order. */
export function buildScopeInput(endpoint: Endpoint, scope: Scope): Record<string, unknown> | null {
  const input: Record<string, unknown> = {}
  const fields = Object.entries(endpoint.input as Fields)
  const isShiftRecord = fields.some(([name]) => name === 'businessDate')
  let isScopeChosen = false
  for (const [name, field] of fields) {
    if (
      ['from', 'to', 'day', 'businessDate', 'month'].includes(name) &&
      (field.kind === 'day' || field.kind === 'text')
    ) {
      input[name] = field.kind === 'day' ? scope.day : scope.day.slice(0, 7)
      isScopeChosen = true
    } else if (name === 'id' && endpoint.name.startsWith('workOrder.')) {
      input[name] = scope.orderId
      isScopeChosen = true
    } else if (name === 'period' && field.kind === 'choice' && field.options.includes('day')) input[name] = 'day'
    // Only one of them is needed, and the day is given by the line.
    else if (name === 'id') return null
    else if (isShiftRecord && name === 'lineId') input[name] = scope.lineId
    else if (isShiftRecord && name === 'shift') input[name] = scope.shift
    else if (!field.required) continue
    else if (name === 'lineId') input[name] = scope.lineId
    else if (name === 'shift') input[name] = scope.shift
    else if (name === 'by' && field.kind === 'choice')
      input[name] = field.options.includes('line') ? 'line' : field.options[0]
    else return null
  }
  return isScopeChosen ? input : null
}

/** A value of a metric in an answer: of the whole scope, or the sum of those in the entries of a list. */
export interface ReadValue {
  readonly path: string
  readonly metric: string
  readonly value: number
  readonly isWhole: boolean
}
/**
 * Collects the values of an answer. Entries of a list are parts of the scope: they are added up if the metric is additive,
 * and left out otherwise. Lists of totals and of metrics hold values of the whole. Empty values count as 0.
 */
export function collectValues(
  answer: unknown,
  path = '',
  metricByField: Readonly<Record<string, string>> = {},
): ReadValue[] {
  if (Array.isArray(answer)) {
    const values = answer.flatMap((entry) => collectValues(entry, path, metricByField))
    if (/\.(total|figures)$/.test(path)) return values
    const sums = new Map<string, ReadValue>()
    for (const { path: entryPath, metric, value } of values) {
      if (!isAdditive(metric)) continue
      const key = `${entryPath} ${metric}`
      sums.set(key, { path: entryPath, metric, value: (sums.get(key)?.value ?? 0) + value, isWhole: false })
    }
    return [...sums.values()]
  }
  if (typeof answer !== 'object' || answer === null) return []
  const row = answer as Readonly<Record<string, unknown>>
  const toValue = (metric: string, value: unknown): ReadValue[] =>
    typeof value === 'number' || value === null ? [{ path, metric, value: value ?? 0, isWhole: true }] : []
  const name = NAMING_FIELDS.map((field) => row[field]).find(isMetric)
  return [
    ...(name && 'value' in row ? toValue(name, row['value']) : []),
    ...Object.entries(row).flatMap(([key, value]) => {
      const metric = metricByField[key] ?? key
      if (isMetric(metric)) return toValue(metric, value)
      return typeof value === 'object' ? collectValues(value, `${path}.${key}`, metricByField) : []
    }),
  ]
}
/** Requests a call. @returns its values, of the selected columns if it has some, or its refusal */
export async function readMetrics(caller: Caller, endpoint: Endpoint, input: object): Promise<ReadValue[] | string> {
  const answer = await caller.call(endpoint as never, input as never)
  if (answer.errno !== '200') return `${answer.errno} ${answer.errmsg}`
  const { columns } = answer.data as { columns?: readonly string[] }
  return collectValues(answer.data, '', METRIC_BY_FIELD[endpoint.name]).filter(
    ({ metric }) => !columns || columns.includes(metric),
  )
}
/** Reads all numbers of the workbook of a call; null if the call has none. */
export async function readWorkbookNumbers(caller: Caller, endpoint: Endpoint, input: object): Promise<number[] | null> {
  if (!('format' in endpoint.input)) return null
  const { bytes } = await caller.call(endpoint as never, { ...input, format: 'xlsx' } as never)
  return (await readSheet(bytes)).rows.flat().filter((cell): cell is number => typeof cell === 'number')
}
