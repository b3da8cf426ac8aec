/** Check of one roll 质量检验: its readings, its result, and the metres of the roll that it concerns. */
import { isOutsideLimits } from '@/plant/rules/limits'
import { isSameDowngrade } from '@/areas/rolls/rules/downgrades'
import { getInheritedDowngrades, type RollPlace } from '@/areas/rolls/rules/slit-set'
import type { Downgrade } from '@/areas/rolls/rules/slit-roll'

/** An item of a template. A null limit does not apply. */
export interface TemplateItem {
  readonly item: string
  readonly itemEn?: string | null
  readonly kind: 'number' | 'okNotOk'
  readonly unit?: string | null
  readonly low?: number | null
  readonly target?: number | null
  readonly high?: number | null
  /** Number of readings per roll. */
  readonly readings?: number | null
  readonly required?: boolean | null
}
/** One reading of an item, with the limits it was judged by. */
export interface CheckReading {
  readonly item: string
  readonly itemEn?: string | null
  readonly kind: 'number' | 'okNotOk'
  /** Number of the reading within its item, from 1. */
  readonly number: number
  readonly unit?: string | null
  readonly low?: number | null
  readonly target?: number | null
  readonly high?: number | null
  readonly required?: boolean | null
  readonly value?: number | null
  readonly verdict?: 'ok' | 'notOk' | 'notApplicable' | null
}
export interface CheckDefect {
  readonly severity?: 'major' | 'minor' | null
}
export type CheckResult = 'ok' | 'notOk' | 'incomplete'

/** Returns the blank readings of a template: one line for each reading. */
export const createBlankReadings = (items: readonly TemplateItem[]): CheckReading[] =>
  items.flatMap(({ item, itemEn, kind, unit, low, target, high, readings, required }) =>
    Array.from({ length: Math.max(1, readings ?? 1) }, (_, i) => ({
      item,
      itemEn: itemEn ?? null,
      kind,
      number: i + 1,
      unit: unit ?? null,
      low: low ?? null,
      target: target ?? null,
      high: high ?? null,
      required: required ?? false,
      value: null,
      verdict: null,
    })),
  )
/**
 * Returns the readings with the limits of the plant's template, whatever the phone sent. Items that the template does
 * not name stay without limits.
 */
export function applyTemplateLimits(
  readings: readonly CheckReading[],
  items: readonly TemplateItem[] | null,
): CheckReading[] {
  if (!items) return readings.map((reading) => ({ ...reading, low: null, target: null, high: null, required: false }))
  const itemByName = new Map(items.map((item) => [item.item, item]))
  return readings.map((reading) => {
    const templateItem = itemByName.get(reading.item)
    return {
      ...reading,
      kind: templateItem?.kind ?? reading.kind,
      unit: templateItem ? (templateItem.unit ?? null) : (reading.unit ?? null),
      low: templateItem?.low ?? null,
      target: templateItem?.target ?? null,
      high: templateItem?.high ?? null,
      required: templateItem?.required ?? false,
    }
  })
}
const isReadingBad = (reading: CheckReading): boolean =>
  reading.kind === 'okNotOk' ? reading.verdict === 'notOk' : isOutsideLimits(reading.value, reading)
const isReadingBlank = (reading: CheckReading): boolean =>
  reading.kind === 'okNotOk' ? !reading.verdict : reading.value == null
const isReadingMissing = (reading: CheckReading): boolean => reading.required === true && isReadingBlank(reading)

/**
 * Derives the result of a check. `notOk`: a reading outside its limits, an item not OK, or a major defect.
 * `incomplete`: a required reading is missing or nothing was entered. Otherwise `ok`; minor defects do not count.
 */
export function deriveCheckResult(check: {
  readonly readings: readonly CheckReading[]
  readonly defects: readonly CheckDefect[]
}): {
  outOfLimits: number
  result: CheckResult
} {
  const outOfLimits = check.readings.filter(isReadingBad).length
  const hasFailed = outOfLimits > 0 || check.defects.some(({ severity }) => severity !== 'minor')
  // A check without any entry proves nothing, whether or not its readings are required.
  const isEmpty = check.defects.length === 0 && check.readings.length > 0 && check.readings.every(isReadingBlank)
  return {
    outOfLimits,
    result: hasFailed ? 'notOk' : isEmpty || check.readings.some(isReadingMissing) ? 'incomplete' : 'ok',
  }
}

/** A reading beyond this multiple of its target or limit is taken for a slipped decimal point. */
const DECIMAL_SLIP_FACTOR = 10
/**
 * Returns why a reading is implausible whatever its limits; null if it is plausible. Implausible: not a number,
 * negative although lower limit or target is not, or more than ten times the expected value.
 */
export function findReadingProblem(
  value: number,
  { low, target, high }: { low?: number | null; target?: number | null; high?: number | null },
): 'noNumber' | 'negative' | 'slip' | null {
  if (!Number.isFinite(value)) return 'noNumber'
  const lowestExpected = low ?? target ?? high
  if (value < 0 && (lowestExpected == null || lowestExpected >= 0)) return 'negative'
  const expected = Math.max(Math.abs(high ?? 0), Math.abs(target ?? 0))
  return expected > 0 && Math.abs(value) > expected * DECIMAL_SLIP_FACTOR ? 'slip' : null
}

/** Scope of a template. `productId` takes precedence over `family`, and that over a general template. */
export interface TableTemplateScope {
  readonly use: string
  readonly active?: boolean | null
  readonly productId?: string | null
  readonly family?: string | null
}
/** Returns the template of a product: its own, else that of its family, else the general one; null if there is none. */
export function selectTemplate<T extends TableTemplateScope>(
  templates: readonly T[],
  use: T['use'],
  product: { readonly id: string; readonly family?: string | null } | null,
): T | null {
  const getRank = (template: T): number =>
    template.productId
      ? template.productId === product?.id
        ? 3
        : 0
      : template.family
        ? template.family === product?.family
          ? 2
          : 0
        : 1
  return (
    templates
      .filter((template) => template.use === use && template.active !== false && getRank(template) > 0)
      .sort((a, b) => getRank(b) - getRank(a))[0] ?? null
  )
}
/** A problem of a template item. `at` is its index in the list, `limit` the bound it violates. */
export interface TemplateProblem {
  readonly at: number
  readonly field: 'item' | 'high' | 'target'
  readonly code: 'duplicate' | 'tooSmall' | 'tooBig'
  readonly limit?: number
}
/** Returns the problems of the items of a template; empty if the template is valid. */
export function findTemplateProblems(items: readonly TemplateItem[]): readonly TemplateProblem[] {
  const seenNames = new Set<string>()
  return items.flatMap((item, index): TemplateProblem[] => {
    const isDuplicate = seenNames.has(item.item)
    seenNames.add(item.item)
    const limitProblem = findCrossedLimits(item)
    return [
      ...(isDuplicate ? [{ at: index, field: 'item', code: 'duplicate' } as const] : []),
      ...(limitProblem ? [{ at: index, ...limitProblem }] : []),
    ]
  })
}
function findCrossedLimits({ low, target, high }: TemplateItem): Omit<TemplateProblem, 'at'> | null {
  if (low != null && high != null && low > high) return { field: 'high', code: 'tooSmall', limit: low }
  if (target == null) return null
  if (low != null && target < low) return { field: 'target', code: 'tooSmall', limit: low }
  return high != null && target > high ? { field: 'target', code: 'tooBig', limit: high } : null
}

export interface PlacedDefect extends CheckDefect {
  readonly kind: string
  readonly lane?: number | null
  readonly note?: string | null
  readonly fromM?: number | null
  readonly toM?: number | null
}
/**
 * Returns the first entered metre beyond the end of the roll, with the index of its defect; null if all lie on the roll
 * or its length is unknown (`lengthM` null).
 */
export function findMetreOutside(
  defects: readonly Pick<PlacedDefect, 'fromM' | 'toM'>[],
  lengthM: number | null,
): { readonly at: number; readonly metre: number; readonly length: number } | null {
  if (lengthM === null) return null
  for (const [at, { fromM, toM }] of defects.entries())
    for (const metre of [fromM, toM]) if (metre != null && metre > lengthM) return { at, metre, length: lengthM }
  return null
}
export interface FailedSpan {
  readonly fromM: number
  readonly toM: number
  readonly kind: string | null
  readonly lane: number | null
  readonly note: string | null
}
/**
 * Returns the spans that a failed check concerns: those of each major defect (a point counts as one metre). A defect
 * without metres, or a check that failed by its readings alone, concerns the whole roll.
 */
export function getFailedSpans(defects: readonly PlacedDefect[], lengthM: number): FailedSpan[] {
  const majorDefects = defects.filter(({ severity }) => severity !== 'minor')
  if (majorDefects.length === 0) return [{ fromM: 0, toM: lengthM, kind: null, lane: null, note: null }]
  return majorDefects.flatMap(({ kind, fromM, toM, ...otherFields }) => {
    const defectFields = { kind, lane: otherFields.lane ?? null, note: otherFields.note ?? null }
    if (fromM == null) return [{ fromM: 0, toM: lengthM, ...defectFields }]
    const startM = Math.min(fromM, Math.max(0, lengthM - 1))
    const endM = Math.min(Math.max(toM ?? startM, startM + 1), lengthM)
    return endM > startM ? [{ fromM: startM, toM: endM, ...defectFields }] : []
  })
}

/**
 * True if a failed check of a jumbo concerns metres that lie in the given slit roll.
 * @param lengthM length of the jumbo, m
 */
export const isSlitRollAffected = (
  defects: readonly PlacedDefect[],
  lengthM: number,
  roll: RollPlace & { readonly lane: number },
): boolean =>
  getFailedSpans(defects, lengthM).some(
    (span) =>
      (span.lane ?? roll.lane) === roll.lane &&
      getInheritedDowngrades([{ ...span, grade: 'downgraded' }], roll).length > 0,
  )

/** A downgrade made by a check, in metres of the checked roll, with the kg still downgraded by it. */
export interface CheckDowngrade<G extends string = string, D extends string = string> {
  readonly fromM: number
  readonly toM: number
  readonly grade: G
  readonly defect: D
  readonly lane?: number | null
  readonly kg: number
}
type WithdrawnLine = Omit<CheckDowngrade, 'lane'>
type SlitRollPlace = RollPlace & { readonly id: string; readonly lane: number }
const roundToGrams = (kg: number): number => Math.round(kg * 1000) / 1000

/**
 * Returns the remaining downgrades of a check after `lines` of a roll were withdrawn; null if none of them was the
 * check's. A downgrade that replaces a withdrawn one (`by`) takes its place. If a jumbo was checked, the kg that a slit
 * roll inherited and lost are subtracted.
 * @param slit the slit roll whose lines were withdrawn; null: lines of the jumbo
 */
export function subtractWithdrawnDowngrades<L extends CheckDowngrade>(
  check: { readonly slitRollId: string | null; readonly downgradedLines: readonly L[] },
  {
    slit,
    lines,
    by,
  }: {
    readonly slit: SlitRollPlace | null
    readonly lines: readonly WithdrawnLine[]
    readonly by: Omit<WithdrawnLine, 'kg'> | null
  },
): L[] | null {
  const { slitRollId, downgradedLines: checkLines } = check
  if (slitRollId !== null && slitRollId !== slit?.id) return null
  const isInherited = slitRollId === null && slit !== null
  // A stricter downgrade of the slit roll does not lift the inherited one.
  if (isInherited && by) return null
  const remainingLines = checkLines.flatMap((line): L[] => {
    if (!isInherited)
      return !lines.some((withdrawn) => isSameDowngrade(withdrawn, line))
        ? [line]
        : by
          ? [{ ...line, ...pickSpanAndGrade(by) }]
          : []
    const [inheritedLine] =
      (line.lane ?? slit.lane) === slit.lane ? getInheritedDowngrades([line as L & Downgrade], slit) : []
    const withdrawnLine = inheritedLine && lines.find((withdrawn) => isSameDowngrade(withdrawn, inheritedLine))
    if (!withdrawnLine) return [line]
    const kg = roundToGrams(line.kg - withdrawnLine.kg)
    return kg > 0 ? [{ ...line, kg }] : []
  })
  return remainingLines.length === checkLines.length && remainingLines.every((line, i) => line === checkLines[i])
    ? null
    : remainingLines
}
const pickSpanAndGrade = ({ fromM, toM, grade, defect }: Omit<WithdrawnLine, 'kg'>) => ({ fromM, toM, grade, defect })
/** Returns the downgrades of a check after it downgrades again: kg of existing lines and of new lines are added up. */
export function mergeCheckDowngrades<L extends CheckDowngrade>(
  existingLines: readonly L[],
  newLines: readonly L[],
): L[] {
  const isSameLine = (a: L, b: L) => isSameDowngrade(a, b) && (a.lane ?? null) === (b.lane ?? null)
  return [
    ...existingLines.filter((line) => !newLines.some((other) => isSameLine(other, line))),
    ...newLines.map((line) => ({
      ...line,
      kg: roundToGrams(line.kg + (existingLines.find((other) => isSameLine(other, line))?.kg ?? 0)),
    })),
  ]
}
/** Returns the sum of downgraded kg, rounded to grams. */
export const sumDowngradedKg = (lines: readonly Pick<CheckDowngrade, 'kg'>[]): number =>
  roundToGrams(lines.reduce((sum, { kg }) => sum + kg, 0))

export type CheckFlag = 'downgradedMeanwhile' | 'soldMeanwhile' | 'goneMeanwhile'
/** States of a roll that has left the plant, and of one that no longer exists as a roll. */
const SOLD_STATES: readonly string[] = ['shipped', 'consumed']
const GONE_STATES: readonly string[] = ['recycled', 'undone', 'scrapped', 'deleted']
/**
 * Returns what happened to the roll before the check arrived; null if nothing did. The check is stored in any case.
 * @param seenGrade grade shown on the inspector's phone, if known
 */
export function determineCheckFlag(
  roll: { readonly state: string; readonly grade: string },
  seenGrade: string | null | undefined,
): CheckFlag | null {
  if (SOLD_STATES.includes(roll.state)) return 'soldMeanwhile'
  if (GONE_STATES.includes(roll.state)) return 'goneMeanwhile'
  return seenGrade === 'good' && roll.grade !== 'good' ? 'downgradedMeanwhile' : null
}
