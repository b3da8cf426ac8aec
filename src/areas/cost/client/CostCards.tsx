import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { Quantity } from '@/client/ui/Quantity'
import type { weekOrders } from '../contract/order-cost-endpoints'

/** An order as its card displays it. */
export type CostCardRow = EndpointOutput<typeof weekOrders>[number]
/** Cards of orders with cost and standard cost per kilogram; incomplete costs are labelled. */
export function CostCards({ rows, onOpen }: { rows: readonly CostCardRow[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation('cost')
  return (
    <ul className="cost-cards">
      {rows.map((row) => (
        <li key={row.id} className="ui-card">
          <button type="button" className="cost-card" onClick={() => onOpen(row.workOrderId)}>
            <strong>{row.number}</strong>
            <span>{row.product}</span>
            <span className="cost-line">{[row.line, row.customer].filter(Boolean).join(' · ')}</span>
            <span className="cost-figures">
              <span>
                <small>{t(row.whole ? 'answers.perKg' : 'pages.atLeast')}</small>
                <Quantity value={row.perKg} unit="CNY/kg" decimals={2} hasFixedDecimals />
              </span>
              <span>
                <small>{t('answers.standardPerKg')}</small>
                <Quantity value={row.standardPerKg} unit="CNY/kg" decimals={2} hasFixedDecimals />
              </span>
              <span>
                {/* The cost per kilogram refers to this mass. For a running order it includes rolls not yet slit. */}
                <small>{t('answers.madeKg')}</small>
                <Quantity value={row.madeKg} unit="kg" decimals={0} />
              </span>
            </span>
            <span className="cost-state">
              {t(`orderCost.options.state.${row.state ?? 'running'}`)}
              {row.frozen && ` · ${t('orderCost.fields.frozen')}`}
              {!row.whole && ` · ${t('pages.notWhole', { n: row.missing.length })}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
