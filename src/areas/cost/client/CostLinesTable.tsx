import { useTranslation } from 'react-i18next'
import { useUnit } from '@/client/format/use-language'
import { Quantity } from '@/client/ui/Quantity'
import type { EndpointOutput } from '@/contract/endpoint'
import type { orderCostDetail } from '../contract/order-cost-endpoints'
import type { ReactNode } from 'react'

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
            const { quantityDecimals, isMeanPrice, price, priceDecimals } = getLineDisplay(line)
            const unit = t(`orderCost.subOptions.lines.unit.${line.unit}`)
            return (
              <tr key={i}>
                <th scope="row">{getName(line)}</th>
                <td>{line.month ?? '–'}</td>
                <td>
                  <Quantity value={line.quantity} unit={unit} decimals={quantityDecimals} />
                </td>
                <td>
                  {isMeanPrice && `${t('pages.order.meanPrice')} `}
                  <Quantity value={price} decimals={priceDecimals} />
                </td>
                <td>
                  <Quantity value={line.amount} decimals={2} hasFixedDecimals />
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
 * Returns the decimals of a mean price. Tool wear per metre costs a few hundred-thousandths of a yuan: with four decimals
 * it would read 0.
 */
function getMeanDecimals(price: number): number {
  const size = Math.abs(price)
  if (size === 0 || size >= SMALL_PRICE) return 4
  return Math.min(MAX_DECIMALS, SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(size)))
}
/**
 * Returns the displayed price of a line and the decimals of price and quantity. If several prices apply, no price is
 * stored and the mean price is displayed.
 */
export function getLineDisplay({ price, quantity, amount }: Pick<CostDetailLine, 'price' | 'quantity' | 'amount'>) {
  const isMeanPrice = price === null && quantity !== 0
  const displayedPrice = isMeanPrice ? amount / quantity : price
  return {
    quantityDecimals: isMeanPrice ? 3 : STORED_DECIMALS.quantity,
    isMeanPrice,
    price: displayedPrice,
    priceDecimals: isMeanPrice ? getMeanDecimals(amount / quantity) : STORED_DECIMALS.price,
  }
}
/** Sorts lines by absolute amount, largest first. */
const sortLargestFirst = <L extends { readonly amount: number }>(lines: readonly L[]): L[] =>
  lines.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))

/** A table wider than a phone: it scrolls on its own and is reachable by keyboard. */
export function CostTable({ label, children }: { label: string; children: ReactNode }) {
  const scrollRegionProps = { role: 'region', 'aria-label': label, tabIndex: 0 }
  return (
    <div className="cost-table" {...scrollRegionProps}>
      {children}
    </div>
  )
}
