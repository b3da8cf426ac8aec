/** Derives the results and the due times of the inspections of a shift. */
import { isOutsideLimits } from '@/plant/rules/limits'
import type { InspectionMinutes } from '@/plant/rules/settings'

export interface InspectedItemValue {
  readonly result: 'ok' | 'notOk' | 'notApplicable'
  /** Measured value and its limits, if any. */
  readonly value?: number | null
  readonly low?: number | null
  readonly high?: number | null
}
/** True if an item was marked as not OK or its value lies outside its limits. */
export const hasItemFailed = ({
  result,
  value,
  low,
  high,
}: Omit<InspectedItemValue, 'result'> & { result: string | null }): boolean =>
  result === 'notOk' || isOutsideLimits(value, { low, high })
/** Returns `notOk` if any item of an inspection failed, else `ok`. */
export const deriveItemsResult = (items: readonly InspectedItemValue[]): 'ok' | 'notOk' =>
  items.some(hasItemFailed) ? 'notOk' : 'ok'

/** A parameter of a process standard; a null limit does not apply. */
export interface InspectionParameter {
  readonly key: string
  readonly label: string
  readonly unit: string | null
  readonly low: number | null
  readonly target: number | null
  readonly high: number | null
}
/** A measured value; `actual` is null if it was not measured. */
export interface MeasuredParameterValue {
  readonly key: string
  readonly label: string
  readonly unit?: string | null
  readonly actual?: number | null
}
export type JudgedValue = InspectionParameter & { readonly actual: number | null }
export interface JudgedProcess {
  readonly values: JudgedValue[]
  /** Number of values outside their limits. */
  readonly outOfLimits: number
  readonly result: 'ok' | 'notOk' | 'noStandard'
}

interface ValueWithLimits {
  readonly actual?: number | null
  readonly low?: number | null
  readonly high?: number | null
}

/**
 * Judges measured values against the parameters of a standard and adds its limits to them. Values that the standard does not
 * name get no limits. Without a standard the result is `noStandard`.
 */
export function judgeProcess(
  measuredValues: readonly MeasuredParameterValue[],
  parameters: readonly InspectionParameter[] | null,
): JudgedProcess {
  const parameterByKey = new Map((parameters ?? []).map((parameter) => [parameter.key, parameter]))
  const values = measuredValues.map(({ key, label, unit, actual }): JudgedValue => ({
    ...(parameterByKey.get(key) ?? { key, label, unit: unit ?? null, low: null, target: null, high: null }),
    actual: actual ?? null,
  }))
  return { values, ...judgeValues(values, parameters !== null) }
}
const judgeValues = (values: readonly ValueWithLimits[], hasStandard: boolean): Omit<JudgedProcess, 'values'> => {
  const outsideCount = values.filter((value) => isOutsideLimits(value.actual, value)).length
  if (!hasStandard) return { outOfLimits: outsideCount, result: 'noStandard' }
  return { outOfLimits: outsideCount, result: outsideCount > 0 ? 'notOk' : 'ok' }
}
/**
 * Returns the result of stored values, judged against their own limits; `noStandard` if there is neither a standard nor any limit.
 */
export const deriveProcessResult = (inspection: {
  readonly processStandardId: string | null
  readonly values: readonly ValueWithLimits[]
}): Omit<JudgedProcess, 'values'> =>
  judgeValues(
    inspection.values,
    inspection.processStandardId !== null || inspection.values.some(({ low, high }) => low != null || high != null),
  )

/** Returns the entered result of a first inspection, or `notOk` if any item failed. Only `ok` releases production. */
export function deriveFirstInspectionResult(inspection: {
  readonly items: readonly InspectedItemValue[]
  readonly result: 'ok' | 'notOk'
}): {
  result: 'ok' | 'notOk'
  released: boolean
} {
  const result = deriveItemsResult(inspection.items) === 'notOk' ? 'notOk' : inspection.result
  return { result, released: result === 'ok' }
}

/** `post`: inspection of a station; `process1`: process inspection of the main line; `process2`: of slitting. */
export type InspectionKind = 'daily' | 'post' | 'process1' | 'process2' | 'first'
/** Returns when the inspections of a running line are due, in minutes after the start of the shift. */
export const getDueMinutes = (
  lineKind: string,
  { daily, processCheck }: InspectionMinutes,
): Readonly<Partial<Record<InspectionKind, number>>> => {
  if (lineKind === 'utility') return {}
  return lineKind === 'slitting' ? { daily, process2: processCheck } : { daily, process1: processCheck }
}
