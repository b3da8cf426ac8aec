/** When a rule rings, whom it tells, and the life of what rang. Pure; times in ms since 1970. */
import { defineMachine, type StateOf } from '@/contract/state-machine'

/** 告警: rings, somebody says that they see to it, and it is over when what rang is no more. */
export const noticeLife = defineMachine('notice', {
  states: ['ringing', 'seenTo', 'over'],
  initial: 'ringing',
  actions: {
    acknowledge: { from: ['ringing'], to: 'seenTo', permission: 'noticesWork' },
    end: { from: ['ringing', 'seenTo'], to: 'over', permission: null },
  },
})
export type NoticeState = StateOf<typeof noticeLife>
export const openNotices: readonly NoticeState[] = ['ringing', 'seenTo']

export const conditions = ['above', 'below', 'noData', 'change'] as const
export type Condition = (typeof conditions)[number]
export interface Rule {
  readonly condition: Condition
  /** Of `above` and `below`, in the unit of what is watched; of `change` the least difference between two looks. */
  readonly limit: number | null
  /** How far it must come back before it is over, in the same unit. */
  readonly back: number | null
  /** How long it has to hold before it rings, minutes. */
  readonly holdMinutes: number
}
/** Fields of a rule that mean nothing with what it watches for. */
export function unusedFields(rule: {
  readonly watches?: unknown
  readonly condition?: unknown
  readonly escalateTo?: unknown
}): readonly string[] {
  return [
    ...(rule.watches === 'figure' ? [] : ['figure', 'lineId', 'period']),
    ...(rule.watches === 'tag' ? [] : ['tagId']),
    ...(rule.condition === 'noData' ? ['limit', 'back'] : rule.condition === 'change' ? ['back'] : []),
    ...(rule.escalateTo ? [] : ['escalateMinutes']),
  ]
}
/** What was seen of a figure or tag; `fresh` false: there is no value of now. */
export interface Seen {
  readonly value: number | null
  readonly fresh: boolean
  /** The value of the look before. */
  readonly last: number | null
}
/** Whether a condition holds now. `open`: it rang already, so that it has to come back by `back` before it is over. */
export function holds({ condition, limit, back }: Rule, { value, fresh, last }: Seen, open: boolean): boolean {
  if (condition === 'noData') return !fresh
  if (!fresh || value === null || limit === null) return false
  const margin = open ? (back ?? 0) : 0
  if (condition === 'above') return open ? value > limit - margin : value > limit
  if (condition === 'below') return open ? value < limit + margin : value < limit
  return last !== null && Math.abs(value - last) >= limit
}
/** What has to be done about a rule: nothing, wait until it has held long enough, ring, or say that it is over. */
export type Verdict = 'quiet' | 'waits' | 'rings' | 'goesOn' | 'over'
export function verdictOf(
  rule: Rule,
  seen: Seen,
  { open, since, now }: { readonly open: boolean; readonly since: number | null; readonly now: number },
): Verdict {
  const isSo = holds(rule, seen, open)
  if (open) {
    // Without a value nobody knows whether it is over.
    if (!isSo && rule.condition !== 'noData' && !seen.fresh) return 'goesOn'
    return isSo ? 'goesOn' : 'over'
  }
  if (!isSo) return 'quiet'
  return now - (since ?? now) >= rule.holdMinutes * 60_000 ? 'rings' : 'waits'
}

/** Whether a minute of the plant's day lies in quiet hours; they may pass midnight, equal ends are none. @param from whole hours, as `to` */
export function isQuiet(minute: number, from: number | null, to: number | null): boolean {
  if (from === null || to === null || from === to) return false
  const hour = minute / 60
  return from < to ? hour >= from && hour < to : hour >= from || hour < to
}
