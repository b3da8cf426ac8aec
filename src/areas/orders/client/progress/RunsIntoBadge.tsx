import { useTranslation } from 'react-i18next'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { StateBadge } from '@/client/ui/StateBadge'

/** Warns that an order will still run at the planned start of the next one. `compact`: without the changeover. */
export function RunsIntoBadge({
  order,
  compact = false,
}: {
  compact?: boolean
  order: { runsInto?: string | null; runsIntoAt?: string | null; runsIntoChangeover?: number | null }
}) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  if (!order.runsInto) return null
  return (
    <StateBadge tone="warn">
      {t('pages.progress.runsInto', { number: order.runsInto, time: formatMoment(order.runsIntoAt, zone).slice(5) })}
      {!compact &&
        !!order.runsIntoChangeover &&
        ` · ${t('pages.schedule.changeover', { minutes: order.runsIntoChangeover })}`}
    </StateBadge>
  )
}
