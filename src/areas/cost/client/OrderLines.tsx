import { useTranslation } from 'react-i18next'
import { useUnit } from '@/client/format/use-unit'
import { Quantity } from '@/client/ui/Quantity'
import { figuresOf, largestFirst, type ShownLine } from './line-figures'

const HEADS = ['label', 'month', 'quantity', 'price', 'amount'] as const
/** Lines of a cost part, so that each amount can be checked by hand. */
export function OrderLines({ lines }: { lines: readonly ShownLine[] }) {
  const { t } = useTranslation('cost')
  const unitOf = useUnit()
  const name = ({ part, what, resource, label }: ShownLine) => {
    const named = t(`pages.what.${what}`, { defaultValue: what })
    if (label === null) return named
    return resource === 'workOrder' && part !== 'material' ? `${named} · ${label}` : label
  }
  return (
    <div className="cost-table">
      <table>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col">
                {t(head === 'label' || head === 'amount' ? `answers.${head}` : `orderCost.sub.lines.${head}`)}
                {(head === 'amount' || head === 'price') && ` (${unitOf('CNY')})`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {largestFirst(lines).map((line, i) => {
            const { quantityDecimals, mean, price, priceDecimals } = figuresOf(line)
            const unit = t(`orderCost.subOptions.lines.unit.${line.unit}`)
            return (
              <tr key={i}>
                <th scope="row">{name(line)}</th>
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
