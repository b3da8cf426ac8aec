/** Check points of an inspection round: judging answers, proving presence, and completeness of the round. */
import { normalizeCode } from '@/plant/rules/code'
import { parseLabel } from '@/plant/rules/label'
import { isOutsideLimits } from '@/plant/rules/limits'

interface BaseCheckItem {
  readonly key: string
  readonly optional?: boolean
}

/** Numeric item. Limits are in the item's unit and inclusive: a value at the limit is good. */
export interface NumberItem extends BaseCheckItem {
  readonly kind: 'number'
  readonly unit: string
  readonly low?: number
  readonly high?: number
  readonly warnLow?: number
  readonly warnHigh?: number
}

export type CheckItem =
  | (BaseCheckItem & { readonly kind: 'okNotOk' })
  | NumberItem
  | (BaseCheckItem & { readonly kind: 'text' })
  | (BaseCheckItem & { readonly kind: 'photo' })

/** `ok`/`notOk`, a number, a text, or the ids of photos. */
export type ItemValue = string | number | readonly string[] | null | undefined

export type PointVerdict = 'ok' | 'warn' | 'out' | 'notOk' | 'unanswered' | 'invalid'

/**
 * Judges one answer. `out`: beyond the limits; `warn`: within them but beyond the warning limits; `invalid`: wrong
 * type.
 */
export function judgeItemAnswer(item: CheckItem, value: ItemValue): PointVerdict {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return 'unanswered'
  switch (item.kind) {
    case 'okNotOk':
      return value === 'ok' || value === 'notOk' ? value : 'invalid'
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? judgeNumber(item, value) : 'invalid'
    case 'text':
      if (typeof value !== 'string') return 'invalid'
      return value.trim() === '' ? 'unanswered' : 'ok'
    case 'photo':
      return Array.isArray(value) ? 'ok' : 'invalid'
  }
}

function judgeNumber({ low, high, warnLow, warnHigh }: NumberItem, value: number): PointVerdict {
  if (isOutsideLimits(value, { low: low ?? null, high: high ?? null })) return 'out'
  return isOutsideLimits(value, { low: warnLow ?? null, high: warnHigh ?? null }) ? 'warn' : 'ok'
}

/** A point of the route with the machine that is checked there. */
export interface CheckPoint {
  readonly key: string
  /** Code on the point's own label; a scan of the equipment's label proves presence as well. */
  readonly code: string
  readonly equipmentId: string
  readonly equipmentCode: string
  /** The point may be answered only after a scan. */
  readonly scanRequired: boolean
  readonly items: readonly CheckItem[]
}

/** The answers given at one point. */
export interface PointAnswer {
  readonly pointKey: string
  readonly presence: 'scanned' | 'byHand' | null
  /** Reason for skipping the point; its values are then ignored. */
  readonly skippedBecause?: string | null
  readonly values: Readonly<Record<string, ItemValue>>
}

/**
 * Determines the presence that an entered code proves: scanned, typed by hand, or `wrong` if it is not the point's
 * code.
 */
export function determinePresence(
  point: CheckPoint,
  enteredCode: string,
  inputMethod: 'scanner' | 'hand',
): 'scanned' | 'byHand' | 'wrong' {
  const parsedLabel = parseLabel(enteredCode)
  const pointCode = normalizeCode(point.code)
  const equipmentCode = normalizeCode(point.equipmentCode)
  const matchesPoint =
    (parsedLabel.kind === 'checkPoint' && parsedLabel.code === pointCode) ||
    (parsedLabel.kind === 'equipment' && parsedLabel.code === equipmentCode) ||
    (parsedLabel.kind === 'unknown' && (parsedLabel.code === pointCode || parsedLabel.code === equipmentCode))
  if (!matchesPoint) return 'wrong'
  return inputMethod === 'scanner' ? 'scanned' : 'byHand'
}

/** A point that prevents a round from being finished, with the reason. */
export interface OpenPoint {
  readonly pointKey: string
  readonly why: 'unanswered' | 'invalid' | 'notScanned'
  /** Keys of the items to answer or to correct; empty for `notScanned`. */
  readonly items: readonly string[]
}

/**
 * Lists the points that prevent a round from being finished; empty if it can be. A point is complete if it was skipped
 * with a reason or if all mandatory items are answered and presence is proved.
 */
export function findOpenPoints(points: readonly CheckPoint[], answers: readonly PointAnswer[]): OpenPoint[] {
  return points.flatMap((point): OpenPoint[] => {
    const answer = answers.findLast(({ pointKey }) => pointKey === point.key)
    if (answer?.skippedBecause?.trim()) return []
    const verdicts = point.items.map((item) => ({
      item,
      verdict: judgeItemAnswer(item, getItemValue(answer, item.key)),
    }))
    const invalidItems = verdicts.filter(({ verdict }) => verdict === 'invalid').map(({ item }) => item.key)
    if (invalidItems.length > 0) return [{ pointKey: point.key, why: 'invalid', items: invalidItems }]
    const unansweredItems = verdicts
      .filter(({ item, verdict }) => verdict === 'unanswered' && !item.optional)
      .map(({ item }) => item.key)
    if (!answer || unansweredItems.length > 0)
      return [{ pointKey: point.key, why: 'unanswered', items: unansweredItems }]
    const isPresenceProved = answer.presence === 'scanned' || (!point.scanRequired && answer.presence === 'byHand')
    return isPresenceProved ? [] : [{ pointKey: point.key, why: 'notScanned', items: [] }]
  })
}

/** An answer that is not ok. */
export interface PointFinding {
  readonly pointKey: string
  readonly itemKey: string
  readonly equipmentId: string
  readonly verdict: 'warn' | 'out' | 'notOk'
  /** Answers of the point's photo items; a repair that is reported from the finding gets these photos. */
  readonly photos: readonly string[]
}

/** Collects all answers that are not ok in the order of the round. Each is flagged and offered as a repair. */
export function collectFindings(points: readonly CheckPoint[], answers: readonly PointAnswer[]): PointFinding[] {
  return points.flatMap((point) => {
    const answer = answers.findLast(({ pointKey }) => pointKey === point.key)
    if (!answer || answer.skippedBecause?.trim()) return []
    const photos = point.items
      .filter(({ kind }) => kind === 'photo')
      .flatMap(({ key }) => {
        const value = getItemValue(answer, key)
        return Array.isArray(value) ? value.map(String) : []
      })
    return point.items.flatMap((item): PointFinding[] => {
      const verdict = judgeItemAnswer(item, getItemValue(answer, item.key))
      const isFinding = verdict === 'warn' || verdict === 'out' || verdict === 'notOk'
      return isFinding
        ? [{ pointKey: point.key, itemKey: item.key, equipmentId: point.equipmentId, verdict, photos }]
        : []
    })
  })
}

function getItemValue(answer: PointAnswer | undefined, key: string): ItemValue {
  return answer && Object.hasOwn(answer.values, key) ? answer.values[key] : null
}
