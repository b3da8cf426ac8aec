import { useTranslation } from 'react-i18next'
import { Quantity } from '@/client/ui/Quantity'
import type { EndpointOutput } from '@/contract/endpoint'
import type { ReportColumn } from '@/contract/report'
import { ReportTable, type ReportCells } from '@/plant/client/report/ReportTable'
import { costDetailLineFields, orderCostDetail } from '../contract/order-cost-endpoints'
import { getQuantityDecimals } from '../rules/cost-line'

const COLUMNS: readonly ReportColumn[] = [
  { field: 'label' },
  { field: 'month', labelKey: 'cost:orderCost.sub.lines.month' },
  { field: 'quantity', labelKey: 'cost:orderCost.sub.lines.quantity' },
  { field: 'price', labelKey: 'cost:orderCost.sub.lines.price' },
  { field: 'amount', decimals: 2 },
]
/** Lines of a cost part, so that each amount can be checked by hand. */
export function CostLinesTable({ lines }: { lines: readonly CostDetailLine[] }) {
  const { t } = useTranslation('cost')
  const getName = ({ part, what, resource, label }: CostDetailLine) => {
    const itemName = t(`pages.what.${what}`, { defaultValue: what })
    if (label === null) return itemName
    return resource === 'workOrder' && part !== 'material' ? `${itemName} · ${label}` : label
  }
  const cells: ReportCells = {
    label: (row) => getName(row as CostDetailLine),
    quantity: (row) => {
      const line = row as CostDetailLine
      const unit = t(`orderCost.subOptions.lines.unit.${line.unit}`)
      return <Quantity value={line.quantity} unit={unit} decimals={getLineDisplay(line).quantityDecimals} />
    },
    price: (row) => {
      const { isMeanPrice, price, priceDecimals } = getLineDisplay(row as CostDetailLine)
      return (
        <>
          {isMeanPrice && `${t('pages.order.meanPrice')} `}
          <Quantity value={price} decimals={priceDecimals} />
        </>
      )
    },
  }
  return (
    <ReportTable
      report={{ endpoint: orderCostDetail, optionTexts: 'answerOptions' }}
      title={t('orderCost.fields.lines')}
      table={{ fields: costDetailLineFields }}
      content={{ columns: COLUMNS, rows: sortLargestFirst(lines), totals: null }}
      cells={cells}
    />
  )
}

export type CostDetailLine = EndpointOutput<typeof orderCostDetail>['lines'][number]
/** Stored decimals of a price. */
const PRICE_DECIMALS = 6
const MEAN_PRICE_DECIMALS = 4
/** Below this price, a mean price is displayed with a number of significant digits instead. */
const SMALL_PRICE = 0.01
const SIGNIFICANT_DIGITS = 3
const MAX_DECIMALS = 12

/**
 * Returns the decimals of a mean price. Tool wear per metre costs a few hundred-thousandths of a yuan, which would be
 * displayed as 0 with `MEAN_PRICE_DECIMALS`.
 */
function getMeanDecimals(price: number): number {
  const size = Math.abs(price)
  if (size === 0 || size >= SMALL_PRICE) return MEAN_PRICE_DECIMALS
  return Math.min(MAX_DECIMALS, SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(size)))
}
/**
 * Returns the displayed price of a line and the decimals of price and quantity. Both have all stored decimals, so that
 * quantity × price equals the displayed amount. If several prices apply, no price is stored and the mean price is displayed.
 */
export function getLineDisplay(line: Pick<CostDetailLine, 'price' | 'quantity' | 'amount' | 'unit'>) {
  const { price, quantity, amount, unit } = line
  const isMeanPrice = price === null && quantity !== 0
  const displayedPrice = isMeanPrice ? amount / quantity : price
  return {
    quantityDecimals: isMeanPrice ? 3 : getQuantityDecimals(unit),
    isMeanPrice,
    price: displayedPrice,
    priceDecimals: isMeanPrice ? getMeanDecimals(amount / quantity) : PRICE_DECIMALS,
  }
}
/** Sorts lines by absolute amount, largest first. */
const sortLargestFirst = <L extends { readonly amount: number }>(lines: readonly L[]): L[] =>
  lines.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
