import { amount, day, flag, list, text } from '@/contract/field'

const money = amount({ unit: 'CNY', digits: 2 })
/** What a price that is not stored would change: orders that are costed, at most 200 named, with the sums of all. */
export const previewAnswer = {
  from: day({ required: true }),
  to: day(),
  // False as long as nothing is costed.
  costed: flag({ required: true }),
  total: amount({ unit: '', digits: 0, required: true }),
  before: money,
  after: money,
  orders: list(
    { id: text({ required: true, max: 36 }), label: text({ required: true }), before: money, after: money },
    { max: 200 },
  ),
} as const
