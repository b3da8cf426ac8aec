/** A check of one roll 质量检验: what is measured by which sheet, what it comes out as, and which metres of the roll it speaks of. */
import { isOutsideLimits } from '@/plant/rules/limits'
import { isSameDowngrade } from '@/areas/rolls/rules/downgrades'
import { getInheritedDowngrades, type RollPlace } from '@/areas/rolls/rules/slit-set'
import type { Downgrade } from '@/areas/rolls/rules/slit-roll'

/** An item of a sheet as the template asks for it. A limit that is null does not bind. */
export interface SheetItem {
  readonly item: string
  readonly itemEn?: string | null
  readonly kind: 'number' | 'okNotOk'
  readonly unit?: string | null
  readonly low?: number | null
  readonly target?: number | null
  readonly high?: number | null
  /** How often it is measured on a roll. */
  readonly readings?: number | null
  readonly required?: boolean | null
}
/** One reading of an item, with the limits it was judged by. */
export interface Reading {
  readonly item: string
  readonly itemEn?: string | null
  readonly kind: 'number' | 'okNotOk'
  /** Which of the readings of its item, from 1. */
  readonly number: number
  readonly unit?: string | null
  readonly low?: number | null
  readonly target?: number | null
  readonly high?: number | null
  readonly required?: boolean | null
  readonly value?: number | null
  readonly verdict?: 'ok' | 'notOk' | 'notApplicable' | null
}
export interface FoundDefect {
  readonly severity?: 'major' | 'minor' | null
}
export type CheckResult = 'ok' | 'notOk' | 'incomplete'

/** The empty sheet of a template: a line for every reading. */
export const blankReadings = (items: readonly SheetItem[]): Reading[] =>
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
 * Readings with the limits of the template that the plant has, whatever the phone said of them. What the template does not
 * name is kept as it is, without limits.
 */
export function withLimits(readings: readonly Reading[], items: readonly SheetItem[] | null): Reading[] {
  if (!items) return readings.map((reading) => ({ ...reading, low: null, target: null, high: null, required: false }))
  const known = new Map(items.map((one) => [one.item, one]))
  return readings.map((reading) => {
    const asked = known.get(reading.item)
    return {
      ...reading,
      kind: asked?.kind ?? reading.kind,
      unit: asked ? (asked.unit ?? null) : (reading.unit ?? null),
      low: asked?.low ?? null,
      target: asked?.target ?? null,
      high: asked?.high ?? null,
      required: asked?.required ?? false,
    }
  })
}
const isBad = (reading: Reading): boolean =>
  reading.kind === 'okNotOk' ? reading.verdict === 'notOk' : isOutsideLimits(reading.value, reading)
const isBlank = (reading: Reading): boolean => (reading.kind === 'okNotOk' ? !reading.verdict : reading.value == null)
const isMissing = (reading: Reading): boolean => reading.required === true && isBlank(reading)

/**
 * What a check comes out as: not in order with any reading outside its limits, any item that is not in order or any major
 * defect; else incomplete while a required reading is missing or nothing was entered; else in order. Minor defects are noted.
 */
export function checkVerdict(check: {
  readonly readings: readonly Reading[]
  readonly defects: readonly FoundDefect[]
}): {
  outOfLimits: number
  result: CheckResult
} {
  const outOfLimits = check.readings.filter(isBad).length
  const failed = outOfLimits > 0 || check.defects.some(({ severity }) => severity !== 'minor')
  // A sheet on which nothing was entered shows nothing, whether its readings are required or not.
  const empty = check.defects.length === 0 && check.readings.length > 0 && check.readings.every(isBlank)
  return { outOfLimits, result: failed ? 'notOk' : empty || check.readings.some(isMissing) ? 'incomplete' : 'ok' }
}

/** Beyond this many times its target or limit a reading is a slip of the decimal point. */
const SLIP = 10
/**
 * Why a reading makes no sense, whatever its limits: it is no number, below nought where nothing below nought can be measured
 * (the lower limit or the target is not negative), or more than ten times what is expected. Null for one that may be.
 */
export function readingProblem(
  value: number,
  { low, target, high }: { low?: number | null; target?: number | null; high?: number | null },
): 'noNumber' | 'negative' | 'slip' | null {
  if (!Number.isFinite(value)) return 'noNumber'
  const floor = low ?? target ?? high
  if (value < 0 && (floor == null || floor >= 0)) return 'negative'
  const expected = Math.max(Math.abs(high ?? 0), Math.abs(target ?? 0))
  return expected > 0 && Math.abs(value) > expected * SLIP ? 'slip' : null
}

/** What a template is for. `product` of it comes before `family`, that before one for all. */
export interface TemplateFor {
  readonly use: string
  readonly active?: boolean | null
  readonly productId?: string | null
  readonly family?: string | null
}
/** The sheet of a product: its own, else its family's, else the one for all; null where the plant has none. */
export function templateFor<T extends TemplateFor>(
  templates: readonly T[],
  use: T['use'],
  product: { readonly id: string; readonly family?: string | null } | null,
): T | null {
  const rank = (one: T): number =>
    one.productId ? (one.productId === product?.id ? 3 : 0) : one.family ? (one.family === product?.family ? 2 : 0) : 1
  return (
    templates
      .filter((one) => one.use === use && one.active !== false && rank(one) > 0)
      .sort((a, b) => rank(b) - rank(a))[0] ?? null
  )
}
/** What is wrong with an item of a template, at its place in the list. `limit`: what it may not pass. */
export interface TemplateProblem {
  readonly at: number
  readonly field: 'item' | 'high' | 'target'
  readonly code: 'duplicate' | 'tooSmall' | 'tooBig'
  readonly limit?: number
}
/** What is wrong with the items of a template; empty when they can be filled in. */
export function templateProblems(items: readonly SheetItem[]): readonly TemplateProblem[] {
  const seen = new Set<string>()
  return items.flatMap((one, at): TemplateProblem[] => {
    const again = seen.has(one.item)
    seen.add(one.item)
    const crossed = limitsCrossed(one)
    return [
      ...(again ? [{ at, field: 'item', code: 'duplicate' } as const] : []),
      ...(crossed ? [{ at, ...crossed }] : []),
    ]
  })
}
function limitsCrossed({ low, target, high }: SheetItem): Omit<TemplateProblem, 'at'> | null {
  if (low != null && high != null && low > high) return { field: 'high', code: 'tooSmall', limit: low }
  if (target == null) return null
  if (low != null && target < low) return { field: 'target', code: 'tooSmall', limit: low }
  return high != null && target > high ? { field: 'target', code: 'tooBig', limit: high } : null
}

export interface PlacedDefect extends FoundDefect {
  readonly kind: string
  readonly lane?: number | null
  readonly note?: string | null
  readonly fromM?: number | null
  readonly toM?: number | null
}
/** The first metre that somebody entered and the roll does not have, with the place of its defect; null when all lie on it. `lengthM` null: nobody knows. */
export function metreBeyond(
  defects: readonly Pick<PlacedDefect, 'fromM' | 'toM'>[],
  lengthM: number | null,
): { readonly at: number; readonly metre: number; readonly length: number } | null {
  if (lengthM === null) return null
  for (const [at, { fromM, toM }] of defects.entries())
    for (const metre of [fromM, toM]) if (metre != null && metre > lengthM) return { at, metre, length: lengthM }
  return null
}
export interface Span {
  readonly fromM: number
  readonly toM: number
  readonly kind: string | null
  readonly lane: number | null
  readonly note: string | null
}
/**
 * The metres that a failed check speaks of: those of each major defect, a point as one metre; a defect without metres, and a
 * check that failed by its readings alone, is of the whole roll.
 */
export function failedSpans(defects: readonly PlacedDefect[], lengthM: number): Span[] {
  const major = defects.filter(({ severity }) => severity !== 'minor')
  if (major.length === 0) return [{ fromM: 0, toM: lengthM, kind: null, lane: null, note: null }]
  return major.flatMap(({ kind, fromM, toM, ...more }) => {
    const of = { kind, lane: more.lane ?? null, note: more.note ?? null }
    if (fromM == null) return [{ fromM: 0, toM: lengthM, ...of }]
    const from = Math.min(fromM, Math.max(0, lengthM - 1))
    const to = Math.min(Math.max(toM ?? from, from + 1), lengthM)
    return to > from ? [{ fromM: from, toM: to, ...of }] : []
  })
}

/** Whether a failed check of a jumbo, so many metres long, speaks of metres that lie in a slit roll of it. */
export const speaksOf = (
  defects: readonly PlacedDefect[],
  lengthM: number,
  roll: RollPlace & { readonly lane: number },
): boolean =>
  failedSpans(defects, lengthM).some(
    (span) =>
      (span.lane ?? roll.lane) === roll.lane &&
      getInheritedDowngrades([{ ...span, grade: 'downgraded' }], roll).length > 0,
  )

/** A downgrade that a check had made, in the metres of the roll it looked at, and the kg of it that still stand. */
export interface CheckDowngrade<G extends string = string, D extends string = string> {
  readonly fromM: number
  readonly toM: number
  readonly grade: G
  readonly defect: D
  readonly lane?: number | null
  readonly kg: number
}
type Gone = Omit<CheckDowngrade, 'lane'>
type Slit = RollPlace & { readonly id: string; readonly lane: number }
const gram = (kg: number): number => Math.round(kg * 1000) / 1000

/**
 * What of a check's downgrades stands after `lines` of a roll do not; null when none of them was the check's. What another
 * one on the same roll took the place of (`by`) stands as that. Of a jumbo that was looked at, what a slit roll inherited and
 * lost again is so many kilograms less.
 * @param slit the slit roll whose lines they are; null: the jumbo's
 */
export function standingAfter<L extends CheckDowngrade>(
  check: { readonly slitRollId: string | null; readonly downgradedLines: readonly L[] },
  {
    slit,
    lines,
    by,
  }: { readonly slit: Slit | null; readonly lines: readonly Gone[]; readonly by: Omit<Gone, 'kg'> | null },
): L[] | null {
  const { slitRollId, downgradedLines: own } = check
  if (slitRollId !== null && slitRollId !== slit?.id) return null
  const inherits = slitRollId === null && slit !== null
  // Worse by another downgrade is not better.
  if (inherits && by) return null
  const after = own.flatMap((line): L[] => {
    if (!inherits)
      return !lines.some((one) => isSameDowngrade(one, line)) ? [line] : by ? [{ ...line, ...nameOf(by) }] : []
    const [there] = (line.lane ?? slit.lane) === slit.lane ? getInheritedDowngrades([line as L & Downgrade], slit) : []
    const less = there && lines.find((one) => isSameDowngrade(one, there))
    if (!less) return [line]
    const kg = gram(line.kg - less.kg)
    return kg > 0 ? [{ ...line, kg }] : []
  })
  return after.length === own.length && after.every((line, i) => line === own[i]) ? null : after
}
const nameOf = ({ fromM, toM, grade, defect }: Omit<Gone, 'kg'>) => ({ fromM, toM, grade, defect })
/** What a check has downgraded when it does so again: what of it stood keeps its kilograms, to which comes what is new. */
export function downgradedAgain<L extends CheckDowngrade>(stood: readonly L[], made: readonly L[]): L[] {
  const isThat = (a: L, b: L) => isSameDowngrade(a, b) && (a.lane ?? null) === (b.lane ?? null)
  return [
    ...stood.filter((line) => !made.some((one) => isThat(one, line))),
    ...made.map((line) => ({ ...line, kg: gram(line.kg + (stood.find((one) => isThat(one, line))?.kg ?? 0)) })),
  ]
}
export const standingKg = (lines: readonly Pick<CheckDowngrade, 'kg'>[]): number =>
  gram(lines.reduce((sum, { kg }) => sum + kg, 0))

export type CheckFlag = 'downgradedMeanwhile' | 'soldMeanwhile' | 'goneMeanwhile'
/** States of a roll that has left the plant, and of one that is no roll any more. */
const sold: readonly string[] = ['shipped', 'consumed']
const gone: readonly string[] = ['recycled', 'undone', 'scrapped', 'deleted']
/**
 * What became of the roll between the look at it and the arrival of the check: the check is kept in any case.
 * @param seenGrade grade that the inspector's phone showed; unknown without one
 */
export function flagOf(
  roll: { readonly state: string; readonly grade: string },
  seenGrade: string | null | undefined,
): CheckFlag | null {
  if (sold.includes(roll.state)) return 'soldMeanwhile'
  if (gone.includes(roll.state)) return 'goneMeanwhile'
  return seenGrade === 'good' && roll.grade !== 'good' ? 'downgradedMeanwhile' : null
}
