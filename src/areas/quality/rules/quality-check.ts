/** Derives the readings, the result and the template of a check of one roll 质量检验. */
import { isOutsideLimits } from '@/plant/rules/limits'

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

/** Creates the blank readings of a template: each item as many times as it is to be read. */
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
 * Returns the readings with the limits of the plant's template, which replace the limits that the phone sent. Items
 * that the template does not name get no limits. Without a template, no item gets limits.
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
const hasReadingFailed = (reading: CheckReading): boolean =>
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
  /** Number of readings outside their limits. */
  outOfLimits: number
  result: CheckResult
} {
  const outsideCount = check.readings.filter(hasReadingFailed).length
  const hasFailed = outsideCount > 0 || check.defects.some(({ severity }) => severity !== 'minor')
  // A check without any entry proves nothing, whether or not its readings are required.
  const isLeftBlank = check.defects.length === 0 && check.readings.length > 0 && check.readings.every(isReadingBlank)
  if (hasFailed) return { outOfLimits: outsideCount, result: 'notOk' }
  return {
    outOfLimits: outsideCount,
    result: isLeftBlank || check.readings.some(isReadingMissing) ? 'incomplete' : 'ok',
  }
}

/** A reading beyond this multiple of its target or limit is taken for a slipped decimal point. */
const DECIMAL_SLIP_FACTOR = 10
/**
 * Returns why a reading is implausible; null if it is plausible. A reading is implausible if it is not a number, or
 * exceeds ten times the highest expected value. A negative reading is plausible only if the lower limit (else the
 * target, else the upper limit) is negative.
 */
export function findReadingProblem(
  value: number,
  { low, target, high }: { low?: number | null; target?: number | null; high?: number | null },
): 'noNumber' | 'negative' | 'slip' | null {
  if (!Number.isFinite(value)) return 'noNumber'
  const lowestExpected = low ?? target ?? high
  if (value < 0 && (lowestExpected == null || lowestExpected >= 0)) return 'negative'
  const highestExpected = Math.max(Math.abs(high ?? 0), Math.abs(target ?? 0))
  return highestExpected > 0 && Math.abs(value) > highestExpected * DECIMAL_SLIP_FACTOR ? 'slip' : null
}

/** Scope of a template: a product, else a family, else general. */
export interface TableTemplateScope {
  readonly name: string
  readonly use: string
  readonly active?: boolean | null
  readonly productId?: string | null
  readonly family?: string | null
}
/**
 * Returns the template of a product: its own, else the template of its family, else a general template; null if there
 * is none. Of several general templates the first in order of name applies, so that phone and server choose the same.
 */
export function selectTemplate<T extends TableTemplateScope>(
  templates: readonly T[],
  templateUse: T['use'],
  product: { readonly id: string; readonly family?: string | null } | null,
): T | null {
  // 3: template of the product, 2: of its family, 1: general, 0: of another product or family.
  const getRank = (template: T): number => {
    if (template.productId) return template.productId === product?.id ? 3 : 0
    if (template.family) return template.family === product?.family ? 2 : 0
    return 1
  }
  return (
    templates
      .filter((template) => template.use === templateUse && template.active !== false && getRank(template) > 0)
      .sort((a, b) => getRank(b) - getRank(a) || (a.name < b.name ? -1 : 1))[0] ?? null
  )
}
/** A problem of a template item. `itemIndex` is its index in the list, `limit` the bound it violates. */
export interface TemplateProblem {
  readonly itemIndex: number
  readonly field: 'item' | 'high' | 'target'
  readonly code: 'duplicate' | 'tooSmall' | 'tooBig'
  readonly limit?: number
}
/** Returns the problems of the items of a template; empty if the template is valid. */
export function findTemplateProblems(items: readonly TemplateItem[]): readonly TemplateProblem[] {
  const seenNames = new Set<string>()
  return items.flatMap((item, itemIndex): TemplateProblem[] => {
    const isDuplicate = seenNames.has(item.item)
    seenNames.add(item.item)
    const limitProblem = findCrossedLimits(item)
    return [
      ...(isDuplicate ? [{ itemIndex, field: 'item', code: 'duplicate' } as const] : []),
      ...(limitProblem ? [{ itemIndex, ...limitProblem }] : []),
    ]
  })
}
function findCrossedLimits({ low, target, high }: TemplateItem): Omit<TemplateProblem, 'itemIndex'> | null {
  if (low != null && high != null && low > high) return { field: 'high', code: 'tooSmall', limit: low }
  if (target == null) return null
  if (low != null && target < low) return { field: 'target', code: 'tooSmall', limit: low }
  return high != null && target > high ? { field: 'target', code: 'tooBig', limit: high } : null
}

export type CheckFlag = 'downgradedMeanwhile' | 'soldMeanwhile' | 'goneMeanwhile'
/** A roll in one of the sold states has left the plant. A roll in one of the gone states no longer exists. */
const SOLD_STATES: readonly string[] = ['shipped', 'consumed']
const GONE_STATES: readonly string[] = ['recycled', 'undone', 'scrapped', 'deleted']
/**
 * Returns what happened to the roll before the check arrived; null if nothing did. The check is stored in any case.
 * @param seenGrade grade shown on the inspector's phone, if known
 */
export function getRollChangeFlag(
  roll: { readonly state: string; readonly grade: string },
  seenGrade: string | null | undefined,
): CheckFlag | null {
  if (SOLD_STATES.includes(roll.state)) return 'soldMeanwhile'
  if (GONE_STATES.includes(roll.state)) return 'goneMeanwhile'
  return seenGrade === 'good' && roll.grade !== 'good' ? 'downgradedMeanwhile' : null
}
