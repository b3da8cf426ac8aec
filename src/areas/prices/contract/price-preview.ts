import { amount, day, flag, list, text } from '@/contract/field'

const moneyField = amount({ unit: 'CNY', digits: 2 })
/** Effect of an unsaved price on costed orders: at most 200 orders by name, and the sums of all. */
export const pricePreviewAnswer = {
  from: day({ required: true }),
  to: day(),
  // False while no order is costed.
  costed: flag({ required: true }),
  total: amount({ unit: '', digits: 0, required: true }),
  before: moneyField,
  after: moneyField,
  orders: list(
    { id: text({ required: true, max: 36 }), label: text({ required: true }), before: moneyField, after: moneyField },
    { max: 200 },
  ),
} as const
