import './feeding.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import { useList } from '@/client/api/use-list'
import { getPlantMoment } from '@/client/clock'
import { formatDuration, formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { ResourcePage, type ResourceFormParts } from '@/client/resource/ResourcePage'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { StateBadge } from '@/client/ui/StateBadge'
import { workOrder } from '@/areas/orders/contract/work-order'
import { producingStates } from '@/areas/orders/rules/work-order'
import { materialTime } from '@/areas/feeding/contract/material'
import { useDefaultFeedOrder } from './feed/use-usual-feed-order'

const COLUMNS = [
  'materialId',
  'startsAt',
  'until',
  'kind',
  'lotId',
  'hopperId',
  'workOrderId',
  'lineId',
  'userId',
  'note',
] as const

/** 用料时间: periods in which a material ran, entered by hand if scans do not show them. One tap ends a running period. */
export default function MaterialTimePage() {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  const zone = usePlantZone()
  const { rows } = useList(workOrder, { state: producingStates.join(','), size: 100 })
  const order = useDefaultFeedOrder(rows)
  const form = useMemo(
    (): ResourceFormParts => ({
      getStartValues: () => ({
        startsAt: getPlantMoment(),
        ...(order ? { workOrderId: order.id, lineId: order.lineId } : {}),
      }),
      check: (values) =>
        values['endsAt'] && values['startsAt'] && String(values['endsAt']) < String(values['startsAt'])
          ? [{ name: 'endsAt', message: t('pages.materialTime.endBeforeStart') }]
          : [],
    }),
    [order, t],
  )
  const cells = useMemo(
    (): Cells => ({
      until: (row) =>
        row['endsAt'] ? (
          <>
            {formatMoment(String(row['endsAt']), zone)}{' '}
            <small className="quiet">
              {formatDuration(Date.parse(String(row['endsAt'])) - Date.parse(String(row['startsAt'])), language)}
            </small>
          </>
        ) : (
          <StateBadge tone="active">{t('pages.materialTime.running')}</StateBadge>
        ),
    }),
    [t, zone, language],
  )
  return (
    <ResourcePage
      resource={materialTime}
      columns={COLUMNS}
      cells={cells}
      form={form}
      actions={(row) => <EndNowButton row={row} />}
    />
  )
}

function EndNowButton({ row }: { row: ListRow }) {
  const { t } = useTranslation(['feeding', 'client'])
  const canUpdate = useCanCall(materialTime.endpoints.update)
  const command = useCommand(materialTime.endpoints.update)
  const { endsAt } = row
  if (!canUpdate || endsAt) return null
  async function setEndToNow() {
    await command.run({ id: row.id, version: row.version, endsAt: getPlantMoment() }, { baseVersion: row.version })
  }
  return (
    <Button look="primary" disabled={command.busy} onClick={() => void setEndToNow()}>
      {t('pages.materialTime.endNow')}
    </Button>
  )
}
