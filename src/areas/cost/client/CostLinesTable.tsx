import { useTranslation } from 'react-i18next'
import { useUnit } from '@/client/format/use-unit'
import { Quantity } from '@/client/ui/Quantity'
import type { EndpointOutput } from '@/contract/endpoint'
import type { orderCostDetail } from '../contract/order-cost-endpoints'

const COLUMNS = ['label', 'month', 'quantity', 'price', 'amount'] as const
/** Lines of a cost part, so that each amount can be checked by hand. */
export function CostLinesTable({ lines }: { lines: readonly CostDetailLine[] }) {
  const { t } = useTranslation('cost')
  const formatUnit = useUnit()
  const getName = ({ part, what, resource, label }: CostDetailLine) => {
    const itemName = t(`pages.what.${what}`, { defaultValue: what })
    if (label === null) return itemName
    return resource === 'workOrder' && part !== 'material' ? `${itemName} · ${label}` : label
  }
  return (
    <div className="cost-table">
      <table>
        <thead>
          <tr>
            {COLUMNS.map((head) => (
              <th key={head} scope="col">
                {t(head === 'label' || head === 'amount' ? `answers.${head}` : `orderCost.sub.lines.${head}`)}
                {(head === 'amount' || head === 'price') && ` (${formatUnit('CNY')})`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sortLargestFirst(lines).map((line, i) => {
            const { quantityDecimals, mean, price, priceDecimals } = getLineMetrics(line)
            const unit = t(`orderCost.subOptions.lines.unit.${line.unit}`)
            return (
              <tr key={i}>
                <th scope="row">{getName(line)}</th>
                <td>{line.month ?? '–'}</td>
                <td>
                  <Quantity value={line.quantity} unit={unit} decimals={quantityDecimals} />
                </td>
                <td>
                  {mean && `${t('pages.order.meanPrice')} `}
                  <Quantity value={price} decimals={priceDecimals} />
                </td>
                <td>
                  <Quantity value={line.amount} decimals={2} fixed />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

export type CostDetailLine = EndpointOutput<typeof orderCostDetail>['lines'][number]
/** Stored decimals. Displayed in full, quantity × price equals the displayed amount. */
const STORED_DECIMALS = { quantity: 4, price: 6 } as const
const SMALL_PRICE = 0.01
const SIGNIFICANT_DIGITS = 3
const MAX_DECIMALS = 12

/**
 * Decimals of a mean price. Tool wear per metre is a few hundred-thousandths of a yuan and would read 0 with four
 * decimals.
 */
function getMeanDecimals(price: number): number {
  const size = Math.abs(price)
  if (size === 0 || size >= SMALL_PRICE) return 4
  return Math.min(MAX_DECIMALS, SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(size)))
}
/**
 * Returns decimals and price of a line. Without a stored price several prices apply, and the mean price is displayed.
 */
export function getLineMetrics({ price, quantity, amount }: Pick<CostDetailLine, 'price' | 'quantity' | 'amount'>) {
  const mean = price === null && quantity !== 0
  const displayedPrice = mean ? amount / quantity : price
  return {
    quantityDecimals: mean ? 3 : STORED_DECIMALS.quantity,
    mean,
    price: displayedPrice,
    priceDecimals: mean ? getMeanDecimals(amount / quantity) : STORED_DECIMALS.price,
  }
}
/** Sorts lines by absolute amount, largest first. */
const sortLargestFirst = <L extends { readonly amount: number }>(lines: readonly L[]): L[] =>
  lines.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
