import '../feeding.css'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { ResourcePage, type ResourceFormParts, type PageParts } from '@/client/resource/ResourcePage'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { lotTones } from '../tones'
import { getPlantMoment } from '@/client/clock'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { toLocalTime } from '@/plant/rules/plant-time'
import { feedAdds } from '../../contract/feed'
import { decideLot } from '../../contract/feeding-calls'
import { materialLot } from '../../contract/material'
import { feedableStates, lotStates, type LotState } from '../../rules/lot'
import { useShiftNow } from '../feed/shift-now'
import { DecideSheet } from './DecideSheet'
import { ExpiresOn } from './ExpiresOn'

/** Upper limit of `leftKg` in the filter for lots with a negative stock: minus one gram. */
const BELOW_ZERO = '-0.001'
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

/** 物料批次: list of lots with stock and state, and with the decision for quality. */
export function LotList({
  title,
  views,
  onFeed,
  onInspect,
}: {
  title: string
  views?: ReactNode
  onFeed?: (id: string) => void
  onInspect?: ((id: string) => void) | undefined
}) {
  const { t } = useTranslation('feeding')
  const [params, change] = useParams()
  const state = params.get('leftKgTo') === BELOW_ZERO ? 'belowZero' : params.get('state')
  const { businessDate } = useShiftNow()
  const mayFeed = useCanCall(feedAdds[0]!.endpoint)
  const mayDecide = useCanCall(decideLot)
  const [deciding, setDeciding] = useState<ListRow | null>(null)
  const cells = useMemo(
    (): Cells => ({
      state: (row) => <ResourceStateBadge of={materialLot} state={row['state']} tones={lotTones} />,
      leftKg: (row) => <Left kg={Number(row['leftKg'] ?? 0)} />,
      expiresOn: (row) => <ExpiresOn day={row['expiresOn'] as string | null} today={businessDate} />,
      // A wider column than `expiresOn`, with room for the text after the day.
      expiry: (row) => <ExpiresOn day={row['expiresOn'] as string | null} today={businessDate} />,
    }),
    [businessDate],
  )
  const zone = usePlantZone()
  // A new lot is received today by default.
  const form = useMemo(
    (): ResourceFormParts => ({ start: () => ({ receivedOn: toLocalTime(getPlantMoment(), zone).day }) }),
    [zone],
  )
  const parts = useMemo(
    (): PageParts => ({
      title,
      above: (
        <>
          {views}
          <Tabs
            label={t('materialLot.fields.state')}
            chosen={state ?? 'all'}
            onChoose={(next) =>
              change({
                id: null,
                state: next === 'all' || next === 'belowZero' ? null : next,
                leftKgTo: next === 'belowZero' ? BELOW_ZERO : null,
              })
            }
            tabs={[
              { key: 'all', word: t('pages.rawMaterial.allStates') },
              ...lotStates.map((key) => ({ key, word: t(`materialLot.options.state.${key}`) })),
              { key: 'belowZero', word: t('pages.rawMaterial.belowZero') },
            ]}
          />
        </>
      ),
    }),
    [title, views, state, t, change],
  )
  const actions = (row: ListRow): ReactNode => {
    const feedable = onFeed && mayFeed && (feedableStates as readonly string[]).includes(String(row['state']))
    const waits = onInspect && row['state'] === 'quarantine'
    if (!mayDecide && !feedable && !waits) return null
    return (
      <>
        {mayDecide && (
          <Button
            {...(feedable || waits ? { className: 'beside' } : { look: 'primary' as const })}
            onClick={() => setDeciding(row)}
          >
            {t('actions.materialLot_decide')}
          </Button>
        )}
        {waits && (
          <Button look="primary" onClick={() => onInspect(row.id)}>
            {t('pages.rawMaterial.inspect')}
          </Button>
        )}
        {feedable && (
          <Button look="primary" onClick={() => onFeed(row.id)}>
            {t('pages.rawMaterial.feedThis')}
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      <ResourcePage of={materialLot} columns={COLUMNS} cells={cells} form={form} parts={parts} actions={actions} />
      {deciding && (
        <DecideSheet
          lot={deciding as Row<typeof materialLot> & { state: LotState }}
          onClose={() => setDeciding(null)}
        />
      )}
    </>
  )
}

/** Mass left by the books; a negative value is highlighted: a receipt or a weight was not recorded. */
function Left({ kg }: { kg: number }) {
  const { t } = useTranslation('feeding')
  return (
    <span className="chips">
      <Quantity value={kg} unit="kg" decimals={3} low={0} />
      {kg < 0 && <StateBadge tone="bad">{t('pages.rawMaterial.belowZero')}</StateBadge>}
    </span>
  )
}
