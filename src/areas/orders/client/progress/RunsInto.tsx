import { useTranslation } from 'react-i18next'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { StateBadge } from '@/client/ui/StateBadge'

/** Says that an order will still run when the next one on its line is planned to begin; nothing otherwise. `flat`: without the changeover, for the row of a table. */
export function RunsInto({
  order,
  flat = false,
}: {
  flat?: boolean
  order: { runsInto?: string | null; runsIntoAt?: string | null; runsIntoChangeover?: number | null }
}) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  if (!order.runsInto) return null
  return (
    <StateBadge tone="warn">
      {t('pages.progress.runsInto', { number: order.runsInto, time: formatMoment(order.runsIntoAt, zone).slice(5) })}
      {!flat &&
        !!order.runsIntoChangeover &&
        ` · ${t('pages.schedule.changeover', { minutes: order.runsIntoChangeover })}`}
    </StateBadge>
  )
}
