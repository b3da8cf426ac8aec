import { defineEndpoint } from '@/contract/endpoint'
import { choice, moment, note, reference, text } from '@/contract/field'
import { defineResource, rowOf } from '@/contract/resource'
import { monthStates } from '../rules/month'

const area = 'plant'
const by = reference('user', { readonly: true })
const at = moment({ readonly: true })
const month = text({ required: true, max: 7 })

/** 结账月份: months whose books were closed at least once. Facts of a closed month can't be written (`Fact`). */
export const plantMonth = defineResource('plantMonth', {
  area,
  fields: {
    month,
    state: choice(monthStates, { readonly: true, default: 'closed' }),
    closedBy: by,
    closedAt: at,
    // Who asks for it to be opened again, until somebody agrees.
    askedBy: by,
    askedAt: at,
    reopenedBy: by,
    reopenedAt: at,
    reason: note({ readonly: true, max: 1000 }),
  },
  title: ['month'],
  unique: [['month']],
  filters: ['month', 'state'],
  sort: '-month',
  routes: { list: 'GET /plant/month' },
  // Whoever enters anything late has to know why it is refused.
  keys: { view: 'signedIn' },
})
/**
 * 结账: closes the books of a month that is over, `2026-10`. Its facts can't be written any more, its costs stay as they are. With anything
 * still open in it the reason says why.
 */
export const closeMonth = defineEndpoint('plantMonth.close', {
  area,
  routes: 'POST /plant/month_close',
  access: 'monthClosingClose',
  effect: 'write',
  verified: true,
  input: { month, reason: note({ max: 1000 }) },
  output: rowOf(plantMonth),
})
/** 申请反结账: asks for the month that was closed last to be opened again, and says why; somebody else agrees. */
export const askToReopen = defineEndpoint('plantMonth.askToReopen', {
  area,
  routes: 'POST /plant/month_ask_reopen',
  access: ['monthClosingEdit', 'monthClosingClose', 'monthClosingReopen'],
  effect: 'write',
  input: { month, reason: note({ required: true, max: 1000 }) },
  output: rowOf(plantMonth),
})
/** 反结账: agrees that the books are opened again; never who asked for it. */
export const reopenMonth = defineEndpoint('plantMonth.reopen', {
  area,
  routes: 'POST /plant/month_reopen',
  access: 'monthClosingReopen',
  effect: 'write',
  verified: true,
  input: { month },
  output: rowOf(plantMonth),
})
/** 不同意反结账: the month stays closed. */
export const keepMonthClosed = defineEndpoint('plantMonth.keepClosed', {
  area,
  routes: 'POST /plant/month_keep_closed',
  access: ['monthClosingClose', 'monthClosingReopen'],
  effect: 'write',
  input: { month },
  output: rowOf(plantMonth),
})
