/** 月度结账: open items of a month, and writes that arrived after the month was closed. */
import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { choice, day, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource, resourceOutput } from '@/contract/resource'
import { approvalSteps, closingItems, lateItemStates } from '../rules/closing'

const userField = reference('user', { readonly: true })
const momentField = moment({ readonly: true })
/** The name of a person. The handler returns an id, which the server replaces with the name. */
const personNameField = text({ max: 400, nameOfRow: 'user' })
/**
 * 迟到数据: a refused write to a closed month. Commands that a phone sent late wait here for a decision. Online writes are
 * only listed, because the person has already seen the refusal.
 */
export const lateItem = defineResource('lateItem', {
  area: 'monthClosing',
  fields: {
    state: choice(lateItemStates, { readonly: true, default: 'waiting' }),
    month: text({ readonly: true, max: 7 }),
    day: day({ readonly: true }),
    operation: text({ readonly: true, max: 80 }),
    resource: text({ readonly: true, max: 60 }),
    userId: userField,
    occurredAt: momentField,
    triedAt: momentField,
    // Id of the command of the phone; null for an online write, like `body`.
    key: text({ readonly: true, max: 36, hidden: true }),
    // The command as the phone sent it, as JSON.
    body: note({ readonly: true, max: 100_000, hidden: true }),
    decidedBy: userField,
    decidedAt: momentField,
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
 * 处理迟到数据: `accept` applies the write to the open month as an adjustment that names the original day. `book` states
 * that somebody booked it by hand, `discard` drops it. Requires a reason; the item is never deleted.
 */
export const decideLateItem = defineEndpoint('lateItem.decide', {
  area: 'monthClosing',
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
const MAX_NAMED_ROWS = 20
const MAX_APPROVERS = 50
/** 结账检查: open items of a month with count and link, and who closed the month or requested its reopening. */
export const monthChecklist = defineEndpoint('lateItem.checklist', {
  area: 'monthClosing',
  routes: 'GET /sheet/month_checklist',
  access: 'monthClosingView',
  effect: 'read',
  input: { month: text({ max: 7 }) },
  output: objectOutput({
    month: text({ required: true, max: 7 }),
    from: day({ required: true }),
    to: day({ required: true }),
    state: choice(['running', 'open', 'closed', 'reopened'], { required: true }),
    // Reason why the month cannot be closed now, as a sentence; empty if it can.
    why: note({}),
    open: integer({ required: true }),
    items: list({
      item: choice(closingItems, { required: true }),
      count: integer({ required: true }),
      blocking: flag({ required: true }),
      link: text({ max: 300 }),
      // The first open rows and their names, for items whose rows have codes.
      rows: list(
        {
          id: text({ required: true }),
          resource: text({ required: true }),
          name: text({ required: true }),
          day: day(),
        },
        { max: MAX_NAMED_ROWS },
      ),
    }),
    // Steps from the approval of the month to its closing; a requested reopening adds one.
    approvals: list({
      step: choice(approvalSteps, { required: true }),
      doneBy: personNameField,
      doneAt: moment(),
      // People who may perform an open step; empty once it is done.
      people: list(
        { id: reference('user', { required: true }), name: text({ required: true }), role: text() },
        { max: MAX_APPROVERS },
      ),
    }),
    closedBy: personNameField,
    closedAt: moment(),
    askedBy: personNameField,
    askedById: reference('user'),
    askedAt: moment(),
    reopenedBy: personNameField,
    reopenedAt: moment(),
    reason: note({}),
  }),
})
export const closingEndpoints = [decideLateItem, monthChecklist]
