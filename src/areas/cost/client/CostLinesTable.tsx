import { useTranslation } from 'react-i18next'
import { useUnit } from '@/client/format/use-unit'
import { Quantity } from '@/client/ui/Quantity'
import { getLineMetrics, sortLargestFirst, type CostDetailLine } from './line-metrics'

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
