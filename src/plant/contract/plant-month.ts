import { defineEndpoint } from '@/contract/endpoint'
import { choice, moment, note, reference, text } from '@/contract/field'
import { defineResource, rowOf } from '@/contract/resource'
import { monthStates } from '../rules/month'

const area = 'plant'
const access = ['inputOutputSheetFinancialApprove', 'costComparisonFinancialApprove'] as const
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
/** 结账: closes the books of a month that is over, `2026-10`. Its facts can't be written any more, its costs stay as they are. */
export const closeMonth = defineEndpoint('plantMonth.close', {
  area,
  routes: 'POST /plant/month_close',
  access,
  effect: 'write',
  verified: true,
  input: { month, reason: note({ max: 1000 }) },
  output: rowOf(plantMonth),
})
/** 反结账: opens the books of the month that was closed last again, and says why. */
export const reopenMonth = defineEndpoint('plantMonth.reopen', {
  area,
  routes: 'POST /plant/month_reopen',
  access,
  effect: 'write',
  verified: true,
  input: { month, reason: note({ required: true, max: 1000 }) },
  output: rowOf(plantMonth),
})
