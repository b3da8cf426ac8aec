/** Inspections of a shift: what they come out as, and when they are due. */
import { isOutsideLimits } from '@/plant/rules/limits'
import type { InspectionMinutes } from '@/plant/rules/settings'

export interface Checked {
  readonly result: 'ok' | 'notOk' | 'notApplicable'
  /** What was measured, and the limits that it is held against, where it has any. */
  readonly value?: number | null
  readonly low?: number | null
  readonly high?: number | null
}
/** An item is not in order when somebody says so, or when its number lies outside its limits, whatever is said. */
export const isItemBad = ({ result, value, low, high }: Omit<Checked, 'result'> & { result: string | null }): boolean =>
  result === 'notOk' || isOutsideLimits(value, { low, high })
/** A sheet is as good as its worst item. */
export const resultOfItems = (items: readonly Checked[]): 'ok' | 'notOk' => (items.some(isItemBad) ? 'notOk' : 'ok')

/** A parameter of a process standard; a limit that is null does not bind. */
export interface Parameter {
  readonly key: string
  readonly label: string
  readonly unit: string | null
  readonly low: number | null
  readonly target: number | null
  readonly high: number | null
}
/** A value as it was measured; null: not measured. */
export interface Measured {
  readonly key: string
  readonly label: string
  readonly unit?: string | null
  readonly actual?: number | null
}
export type JudgedValue = Parameter & { readonly actual: number | null }
export interface JudgedProcess {
  readonly values: JudgedValue[]
  readonly outOfLimits: number
  readonly result: 'ok' | 'notOk' | 'noStandard'
}

interface Limited {
  readonly actual?: number | null
  readonly low?: number | null
  readonly high?: number | null
}

/**
 * Judges measured values by the parameters of a standard, whose limits they carry from then on. Values the standard does
 * not name are kept without limits. Without a standard nothing is judged, and that is what it says.
 */
export function judgeProcess(measured: readonly Measured[], parameters: readonly Parameter[] | null): JudgedProcess {
  const known = new Map((parameters ?? []).map((parameter) => [parameter.key, parameter]))
  const values = measured.map(({ key, label, unit, actual }): JudgedValue => ({
    ...(known.get(key) ?? { key, label, unit: unit ?? null, low: null, target: null, high: null }),
    actual: actual ?? null,
  }))
  return { values, ...judged(values, parameters !== null) }
}
const judged = (values: readonly Limited[], known: boolean): Omit<JudgedProcess, 'values'> => {
  const outOfLimits = values.filter((one) => isOutsideLimits(one.actual, one)).length
  return { outOfLimits, result: known ? (outOfLimits > 0 ? 'notOk' : 'ok') : 'noStandard' }
}
/** What a sheet of measured values comes out as: by the limits it carries, when it has a standard or any limit. */
export const verdictOf = (sheet: {
  readonly processStandardId: string | null
  readonly values: readonly Limited[]
}): Omit<JudgedProcess, 'values'> =>
  judged(
    sheet.values,
    sheet.processStandardId !== null || sheet.values.some(({ low, high }) => low != null || high != null),
  )

/** A first inspection is not all right with an item that is not; only what is all right is released. */
export function firstResult(sheet: { readonly items: readonly Checked[]; readonly result: 'ok' | 'notOk' }): {
  result: 'ok' | 'notOk'
  released: boolean
} {
  const result = resultOfItems(sheet.items) === 'notOk' ? 'notOk' : sheet.result
  return { result, released: result === 'ok' }
}

export type InspectionKind = 'daily' | 'post' | 'process1' | 'process2' | 'first'
/** When in a shift the inspections of a running line are due, in minutes, by the kind of line. */
export const dueMinutes = (
  lineKind: string,
  { daily, processCheck }: InspectionMinutes,
): Readonly<Partial<Record<InspectionKind, number>>> =>
  lineKind === 'slitting'
    ? { daily, process2: processCheck }
    : lineKind === 'utility'
      ? {}
      : { daily, process1: processCheck }
