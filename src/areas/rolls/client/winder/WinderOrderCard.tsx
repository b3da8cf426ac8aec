import { ProgressMeter } from '@/client/ui/ProgressIndicator'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useNames } from '@/client/fields/options'
import { getRowCards } from '@/client/area-registry'
import { UnsentNotice } from '@/client/resource/UnsentBadge'
import { AreaCards } from '@/client/shell/AreaCards'
import { Button } from '@/client/ui/Button'
import { StateBadge } from '@/client/ui/StateBadge'
import type { WinderOrder } from '../shared/winder-state'

/** Card of the order at the line with its requirements, progress and notes. */
export function WinderOrderCard({
  order,
  gsm,
  refs,
  onOrders,
}: {
  order: WinderOrder & { readonly waitingRolls: number }
  /** Grammage of the order, else of its product, g/m². */
  gsm: number | null
  refs: Readonly<Record<string, string>>
  onOrders: () => void
}) {
  const { t } = useTranslation(['rolls', 'orders'])
  const language = useLanguage()
  const [isExpanded, setExpanded] = useState(false)
  const formatQuantity = (value: number | null, unit: string) => formatNumber(value, { language, unit, decimals: 1 })
  // An order started offline has no refs, so its product name is loaded separately.
  const products = useNames('product', [order.productId], refs)
  const progressParts = [
    [t('orders:pages.progress.wound'), order.jumboKg, order.jumboRolls, order.waitingRolls],
    [t('orders:pages.progress.finished'), order.goodKg, order.goodRolls, 0],
  ] as const
  const entries: [string, string | null][] = [
    [t('jumboRoll.fields.gsm'), formatQuantity(gsm, 'g/m²')],
    [t('jumboRoll.fields.widthMm'), formatNumber(order.webWidthMm, { language, unit: 'mm' })],
    [t('jumboRoll.fields.lengthM'), formatNumber(order.jumboLengthM, { language, unit: 'm' })],
    [t('orders:workOrder.fields.slittingPattern'), order.slittingPattern],
    [t('orders:workOrder.fields.customerId'), order.customerId ? (refs[order.customerId] ?? null) : null],
    [t('orders:workOrder.fields.colour'), order.colour],
    [t('orders:workOrder.fields.dueOn'), order.dueOn],
    [t('orders:workOrder.fields.batch'), order.batch],
  ]
  return (
    <section className="ui-card wd-order" aria-label={t('pages.winder.order')}>
      <header>
        <div>
          <h2>{order.number}</h2>
          <p>{products[order.productId] ?? ''}</p>
        </div>
        <StateBadge tone={order.state === 'running' ? 'active' : 'wait'}>
          {t(`orders:workOrder.options.state.${order.state}`)}
        </StateBadge>
      </header>
      {order.pending !== undefined && <UnsentNotice pending={order.pending} />}
      <AreaCards
        cards={getRowCards('workOrder')}
        cardProps={{ kind: 'workOrder', id: order.id, label: order.number }}
      />
      {progressParts.map(([word, kg, rolls, waitingCount]) => (
        <div key={word}>
          <p className="wd-sum">
            <span>{word}</span>
            <b>
              {formatQuantity(kg, 'kg')}
              {order.orderedKg !== null && ` / ${formatQuantity(order.orderedKg, 'kg')}`} ·{' '}
              {t('pages.winder.rolls', { count: rolls })}
              {waitingCount > 0 && t('pages.winder.ofThemWaiting', { count: waitingCount })}
            </b>
          </p>
          {order.orderedKg ? <ProgressMeter label={word} value={kg} max={order.orderedKg} /> : null}
        </div>
      ))}
      <dl className={isExpanded ? 'facts wd-facts' : 'facts wd-facts is-short'}>
        {entries
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {order.note && <p className={isExpanded ? 'lines wd-remarks' : 'wd-remarks is-short'}>{order.note}</p>}
      <div className="ui-actions">
        <Button aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {t(isExpanded ? 'pages.winder.less1' : 'pages.winder.all')}
        </Button>
        <Button onClick={onOrders}>{t('pages.winder.orders')}</Button>
      </div>
    </section>
  )
}
