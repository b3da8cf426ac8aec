import { defineEndpoint } from '@/contract/endpoint'
import { choice, moment, note, reference, text } from '@/contract/field'
import { defineResource, resourceOutput } from '@/contract/resource'
import { monthStates } from '../rules/month'

const area = 'plant'
const readonlyUser = reference('user', { readonly: true })
const readonlyMoment = moment({ readonly: true })
const month = text({ required: true, max: 7 })

/**
 * 结账月份: months whose books were closed at least once. Source rows of a closed month cannot be written
 * (`MonthBooking`).
 */
export const plantMonth = defineResource('plantMonth', {
  area,
  fields: {
    month,
    state: choice(monthStates, { readonly: true, default: 'closed' }),
    closedBy: readonlyUser,
    closedAt: readonlyMoment,
    // Person who requested reopening, until somebody approves.
    askedBy: readonlyUser,
    askedAt: readonlyMoment,
    reopenedBy: readonlyUser,
    reopenedAt: readonlyMoment,
    reason: note({ readonly: true, max: 1000 }),
  },
  title: ['month'],
  unique: [['month']],
  filters: ['month', 'state'],
  sort: '-month',
  routes: { list: 'GET /plant/month' },
  // Everyone who enters something late needs to see why it is refused.
  permissions: { view: 'signedIn' },
})
/**
 * 结账: closes the books of a past month, e.g. `2026-10`. Its source rows become read-only and its costs frozen. A reason
 * is required if anything is still open in it.
 */
export const closeMonth = defineEndpoint('plantMonth.close', {
  area,
  routes: 'POST /plant/month_close',
  access: 'monthClosingClose',
  effect: 'write',
  reauthentication: true,
  input: { month, reason: note({ max: 1000 }) },
  output: resourceOutput(plantMonth),
})
/** 申请反结账: requests that the last closed month is reopened, with a reason; another person approves. */
export const requestMonthReopening = defineEndpoint('plantMonth.askToReopen', {
  area,
  routes: 'POST /plant/month_ask_reopen',
  access: ['monthClosingEdit', 'monthClosingClose', 'monthClosingReopen'],
  effect: 'write',
  input: { month, reason: note({ required: true, max: 1000 }) },
  output: resourceOutput(plantMonth),
})
/** 反结账: approves reopening; never by the person who requested it. */
export const reopenMonth = defineEndpoint('plantMonth.reopen', {
  area,
  routes: 'POST /plant/month_reopen',
  access: 'monthClosingReopen',
  effect: 'write',
  reauthentication: true,
  input: { month },
  output: resourceOutput(plantMonth),
})
/** 不同意反结账: rejects reopening; the month stays closed. */
export const keepMonthClosed = defineEndpoint('plantMonth.keepClosed', {
  area,
  routes: 'POST /plant/month_keep_closed',
  access: ['monthClosingClose', 'monthClosingReopen'],
  effect: 'write',
  input: { month },
  output: resourceOutput(plantMonth),
})
