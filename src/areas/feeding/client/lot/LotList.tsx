import '../feeding.css'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { ResourcePage, type ResourceFormParts, type PageParts } from '@/client/resource/ResourcePage'
import { RowActionBar, useRowActions } from '@/client/resource/RowActionBar'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { lotTones } from '../shared/tones'
import { getPlantMoment } from '@/client/clock'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { toLocalTime } from '@/plant/rules/plant-time'
import { feedAddCommands } from '../../contract/feed'
import { decideLot } from '../../contract/feeding-endpoints'
import { materialLot } from '../../contract/material'
import { feedableStates, lotStates, type LotState } from '@/areas/feeding/rules/feed'
import { useCurrentShift } from '../feed/use-current-shift'
import { LotDecisionDialog } from './LotDecisionDialog'
import { ExpiryBadge } from './ExpiryBadge'

/** Upper limit of `leftKg` in the filter for lots with a negative stock: minus one gram. */
const NEGATIVE_STOCK_LIMIT = '-0.001'
const COLUMNS = [
  'number',
  'state',
  'leftKg',
  'materialId',
  'expiry',
  'receivedKg',
  'receivedOn',
  'place',
  'supplierLot',
  'decidedBy',
  'decidedAt',
  'reason',
  'documents',
  'note',
] as const

/** Fields of one lot: those that decide on its use come first. */
const DETAIL_FIELDS = [
  'leftKg',
  'state',
  'materialId',
  'expiresOn',
  'receivedKg',
  'receivedOn',
  'place',
  'supplierLot',
  'decidedBy',
  'decidedAt',
  'reason',
  'documents',
  'note',
] as const

/** 物料批次: list of lots with stock and state, where quality decides on a lot. */
export function LotList({
  title,
  viewTabs,
  onStartFeeding,
  onInspect,
}: {
  title: string
  viewTabs?: ReactNode
  onStartFeeding?: (id: string) => void
  onInspect?: ((id: string) => void) | undefined
}) {
  const { t } = useTranslation('feeding')
  const [params, changeParams] = useQueryParams()
  const state = params.get('leftKgTo') === NEGATIVE_STOCK_LIMIT ? 'belowZero' : params.get('state')
  const { businessDate } = useCurrentShift()
  const canFeed = useCanCall(feedAddCommands[0]!.endpoint)
  const canDecide = useCanCall(decideLot)
  const hasRowActions = useRowActions(materialLot.name).length > 0
  const [lotToDecide, setLotToDecide] = useState<ListRow | null>(null)
  const cells = useMemo(
    (): Cells => ({
      state: (row) => <ResourceStateBadge resource={materialLot} state={row['state']} tones={lotTones} />,
      leftKg: (row) => <LeftKgCell kg={Number(row['leftKg'] ?? 0)} />,
      expiresOn: (row) => <ExpiryBadge day={row['expiresOn'] as string | null} today={businessDate} />,
      // A wider column than `expiresOn`, with room for the text after the day.
      expiry: (row) => <ExpiryBadge day={row['expiresOn'] as string | null} today={businessDate} />,
    }),
    [businessDate],
  )
  const zone = usePlantZone()
  // A new lot is received today by default.
  const form = useMemo(
    (): ResourceFormParts => ({ getStartValues: () => ({ receivedOn: toLocalTime(getPlantMoment(), zone).day }) }),
    [zone],
  )
  const parts = useMemo(
    (): PageParts => ({
      title,
      detailFields: DETAIL_FIELDS,
      above: (
        <>
          {viewTabs}
          <Tabs
            label={t('materialLot.fields.state')}
            chosen={state ?? 'all'}
            onChoose={(next) =>
              changeParams({
                id: null,
                state: next === 'all' || next === 'belowZero' ? null : next,
                leftKgTo: next === 'belowZero' ? NEGATIVE_STOCK_LIMIT : null,
              })
            }
            tabs={[
              { key: 'all', label: t('pages.rawMaterial.allStates') },
              ...lotStates.map((key) => ({ key, label: t(`materialLot.options.state.${key}`) })),
              { key: 'belowZero', label: t('pages.rawMaterial.belowZero') },
            ]}
          />
        </>
      ),
    }),
    [title, viewTabs, state, t, changeParams],
  )
  const actions = (row: ListRow): ReactNode => {
    const isFeedable = onStartFeeding && canFeed && (feedableStates as readonly string[]).includes(String(row['state']))
    const awaitsInspection = onInspect && row['state'] === 'quarantine'
    if (!canDecide && !isFeedable && !onInspect && !hasRowActions) return null
    return (
      <>
        <RowActionBar resource={materialLot.name} id={row.id} />
        {canDecide && (
          <Button
            {...(isFeedable || awaitsInspection ? { className: 'beside' } : { look: 'primary' as const })}
            onClick={() => setLotToDecide(row)}
          >
            {t('actions.materialLot_decide')}
          </Button>
        )}
        {onInspect && (
          <Button look={awaitsInspection ? 'primary' : 'plain'} onClick={() => onInspect(row.id)}>
            {t('pages.rawMaterial.inspect')}
          </Button>
        )}
        {isFeedable && (
          <Button look="primary" onClick={() => onStartFeeding(row.id)}>
            {t('pages.rawMaterial.feedThis')}
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      <ResourcePage
        resource={materialLot}
        columns={COLUMNS}
        cells={cells}
        form={form}
        parts={parts}
        actions={actions}
      />
      {lotToDecide && (
        <LotDecisionDialog
          lot={lotToDecide as Row<typeof materialLot> & { state: LotState }}
          onClose={() => setLotToDecide(null)}
        />
      )}
    </>
  )
}

/**
 * Mass left according to the records. A negative mass is highlighted, because a receipt or a weight was not recorded.
 */
function LeftKgCell({ kg }: { kg: number }) {
  const { t } = useTranslation('feeding')
  return (
    <span className="chips">
      <Quantity value={kg} unit="kg" decimals={3} lowLimit={0} />
      {kg < 0 && <StateBadge tone="bad">{t('pages.rawMaterial.belowZero')}</StateBadge>}
    </span>
  )
}
