import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { workOrder } from '@/areas/orders/contract/work-order'
import { orderTones } from '@/areas/orders/contract/tones'
import { CheckIcon, DownIcon } from '@/client/ui/icons'
import { EmptyState } from '@/client/ui/EmptyState'
import { Dialog } from '@/client/ui/Dialog'
import type { FeedFormState } from './use-feed-form'

/** Choice of line and order. An order runs on one line, so one tap chooses both; the phone remembers the last choice. */
export function OrderField({
  feedForm: { order, orders, refs, changeEntry },
  messages,
}: {
  feedForm: FeedFormState
  messages: ReactNode
}) {
  const { t } = useTranslation('feeding')
  const [isOpen, setOpen] = useState(false)
  const lineNames = useNames(
    'line',
    orders.map((row) => row.lineId!),
    refs,
  )
  const productNames = useNames(
    'product',
    orders.map((row) => row.productId),
    refs,
  )
  return (
    <div className="filter">
      <span>{t('pages.rawMaterial.lineAndOrder')}</span>
      <button type="button" className="ui-input pick feed-order" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {order ? (
          <span>
            <b>{lineNames[order.lineId!]}</b>
            <small>
              {order.number} · {productNames[order.productId]}
            </small>
          </span>
        ) : (
          <span className="quiet">
            {t(orders.length > 0 ? 'pages.rawMaterial.chooseOrder' : 'pages.rawMaterial.noOrders')}
          </span>
        )}
        <DownIcon size={16} />
      </button>
      {messages}
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('pages.rawMaterial.lineAndOrder')}>
        {orders.length === 0 && (
          <EmptyState title={t('pages.rawMaterial.noOrders')} advice={t('pages.rawMaterial.noOrdersNext')} />
        )}
        <ul className="feed-orders">
          {orders.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                aria-pressed={row.id === order?.id}
                onClick={() => {
                  changeEntry({ orderId: row.id, hopperId: null })
                  setOpen(false)
                }}
              >
                <span>
                  <b>{lineNames[row.lineId!]}</b>
                  <small>
                    {row.number} · {productNames[row.productId]}
                  </small>
                </span>
                <ResourceStateBadge resource={workOrder} state={row.state} tones={orderTones} />
                {row.id === order?.id && <CheckIcon size={20} />}
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  )
}
