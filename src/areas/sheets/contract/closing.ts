/** 月度结账: what is open in a month, and what came too late for one that is closed. */
import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { choice, day, flag, list, moment, note, reference, text } from '@/contract/field'
import { defineResource, resourceOutput } from '@/contract/resource'
import { closingItems, lateStates } from '../rules/closing'
import { area, count, label } from './sheet-fields'

const by = reference('user', { readonly: true })
const at = moment({ readonly: true })
/**
 * 迟到数据: a write of a month whose books are closed. From a phone it waits here for a decision; what was tried at a screen was refused there
 * and then, and is shown.
 */
export const lateItem = defineResource('lateItem', {
  area,
  fields: {
    state: choice(lateStates, { readonly: true, default: 'waiting' }),
    month: text({ readonly: true, max: 7 }),
    day: day({ readonly: true }),
    operation: text({ readonly: true, max: 80 }),
    resource: text({ readonly: true, max: 60 }),
    userId: by,
    occurredAt: at,
    triedAt: at,
    // The command as the phone sent it.
    key: text({ readonly: true, max: 36, hidden: true }),
    body: note({ readonly: true, max: 100_000, hidden: true }),
    decidedBy: by,
    decidedAt: at,
    reason: note({ readonly: true, max: 1000 }),
  },
  title: ['operation', 'day'],
  filters: ['state', 'month', 'userId', 'triedAt', 'key'],
  sort: '-triedAt',
  routes: { list: 'GET /sheet/late' },
  permissions: { view: 'monthClosingView' },
})
export const lateDecisions = ['accept', 'book', 'discard'] as const
/**
 * 处理迟到数据: done now, in the open month, as an adjustment that names the old day; or said to be booked by hand; or thrown away. With a
 * reason, and never lost.
 */
export const decideLate = defineEndpoint('lateItem.decide', {
  area,
  routes: 'POST /sheet/late_decide',
  access: 'monthClosingClose',
  effect: 'write',
  input: {
    id: reference('lateItem', { required: true }),
    decision: choice(lateDecisions, { required: true }),
    reason: note({ required: true, max: 1000 }),
  },
  output: resourceOutput(lateItem),
})
/** 结账检查: what is open in a month, how much of it, where to see it, and who closed or may open it again. */
export const monthChecklist = defineEndpoint('lateItem.checklist', {
  area,
  routes: 'GET /sheet/month_checklist',
  access: 'monthClosingView',
  effect: 'read',
  input: { month: text({ max: 7 }) },
  output: objectOutput({
    month: text({ required: true, max: 7 }),
    from: day({ required: true }),
    to: day({ required: true }),
    state: choice(['running', 'open', 'closed', 'reopened'], { required: true }),
    // Why it can't be closed now, as a sentence; empty when it can.
    why: note({}),
    open: { ...count, required: true },
    items: list({
      item: choice(closingItems, { required: true }),
      count: { ...count, required: true },
      blocking: flag({ required: true }),
      link: text({ max: 300 }),
    }),
    closedBy: label,
    closedAt: moment(),
    askedBy: label,
    askedById: reference('user'),
    askedAt: moment(),
    reopenedBy: label,
    reopenedAt: moment(),
    reason: note({}),
  }),
})
export const closingCalls = [decideLate, monthChecklist]
