/** Decides when a rule raises a notice, and defines the lifecycle of notices. Times are in ms since 1970. */
import { defineStateMachine, type StateName } from '@/contract/state-machine'
import { roundToMillionth } from '@/plant/rules/quantity'

/** A notice 告警 rings until somebody acknowledges it (`seenTo`), and is over when its condition is no longer met. */
export const noticeLifecycle = defineStateMachine('notice', {
  states: ['ringing', 'seenTo', 'over'],
  initial: 'ringing',
  actions: {
    acknowledge: { from: ['ringing'], to: 'seenTo', permission: 'noticesWork' },
    end: { from: ['ringing', 'seenTo'], to: 'over', permission: null },
  },
})
export type NoticeState = StateName<typeof noticeLifecycle>
export const openNoticeStates: readonly NoticeState[] = ['ringing', 'seenTo']

/**
 * Subjects of rules. `unexplainedStop` is the longest running stop without a reason, in minutes; `lateOrders` the number
 * of orders that are or will be late.
 */
export const watchedSubjects = ['figure', 'tag', 'unexplainedStop', 'lateOrders'] as const
export type WatchedSubject = (typeof watchedSubjects)[number]
/** Unit of the value that a rule watches if its subject determines the unit. */
export const subjectUnits: Readonly<Partial<Record<WatchedSubject, string>>> = { unexplainedStop: 'min' }

export const noticeConditions = ['above', 'below', 'noData', 'change'] as const
export type NoticeCondition = (typeof noticeConditions)[number]
export interface NoticeCriterion {
  readonly condition: NoticeCondition
  /**
   * For `above` and `below` in the unit of the watched value; for `change` the minimum difference between two checks.
   */
  readonly limit: number | null
  /** Hysteresis: how far the value has to come back from the limit before the notice ends, in the same unit. */
  readonly back: number | null
  /** Minutes for which the condition has to be met before the notice is raised. */
  readonly holdMinutes: number
}
/** Returns the fields of a rule that its other values make meaningless. */
export function getUnusedRuleFields(rule: {
  readonly watches?: unknown
  readonly condition?: unknown
  readonly escalateTo?: unknown
}): readonly string[] {
  return [
    ...(rule.watches === 'figure' ? [] : ['figure', 'period']),
    ...(rule.watches === 'figure' || rule.watches === 'unexplainedStop' ? [] : ['lineId']),
    ...(rule.watches === 'tag' ? [] : ['tagId']),
    ...(rule.condition === 'noData' ? ['limit'] : []),
    ...(rule.condition === 'noData' || rule.condition === 'change' ? ['back'] : []),
    ...(rule.escalateTo ? [] : ['escalateMinutes']),
  ]
}
/** Observed value of a metric or tag. `isCurrent` is false if there is no current value. */
export interface Observation {
  readonly value: number | null
  readonly isCurrent: boolean
  /** Value at the previous check. */
  readonly previousValue: number | null
}
/** True if the condition is met. While a notice is open, the value has to come back by `back` before it ends. */
export function isConditionMet(
  { condition, limit, back }: NoticeCriterion,
  { value, isCurrent, previousValue }: Observation,
  hasOpenNotice: boolean,
): boolean {
  if (condition === 'noData') return !isCurrent
  if (!isCurrent || value === null || limit === null) return false
  const margin = hasOpenNotice ? (back ?? 0) : 0
  // Metrics are not rounded, e.g. 7 kg of 100 kg is 7.000000000000001 %.
  if (condition === 'above') return roundToMillionth(value - limit + margin) > 0
  if (condition === 'below') return roundToMillionth(value - limit - margin) < 0
  return previousValue !== null && roundToMillionth(Math.abs(value - previousValue) - limit) >= 0
}
/** `quiet`: nothing to do; `waits`: the hold time runs; `rings`: raise; `goesOn`: the open notice stays; `over`: end it. */
export type NoticeVerdict = 'quiet' | 'waits' | 'rings' | 'goesOn' | 'over'
/**
 * Decides what to do about a rule. `since` is the time when the condition was first met, `now` the time of this check,
 * both in ms.
 */
export function judgeNotice(
  rule: NoticeCriterion,
  observation: Observation,
  { isOpen, since, now }: { readonly isOpen: boolean; readonly since: number | null; readonly now: number },
): NoticeVerdict {
  const isMet = isConditionMet(rule, observation, isOpen)
  if (isOpen) {
    // Without a current value nobody knows if the condition is still met, so the notice stays open.
    if (!isMet && rule.condition !== 'noData' && !observation.isCurrent) return 'goesOn'
    return isMet ? 'goesOn' : 'over'
  }
  if (!isMet) return 'quiet'
  return now - (since ?? now) >= rule.holdMinutes * 60_000 ? 'rings' : 'waits'
}

/**
 * True if a minute of the plant's day lies in the quiet hours, which may pass midnight. If both hours are equal, there
 * are no quiet hours.
 */
export function isInQuietHours(minute: number, startHour: number | null, endHour: number | null): boolean {
  if (startHour === null || endHour === null || startHour === endHour) return false
  const hour = minute / 60
  return startHour < endHour ? hour >= startHour && hour < endHour : hour >= startHour || hour < endHour
}
