import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { useCanCall } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { StateBadge } from '@/client/ui/StateBadge'
import { hold, putOnHold } from '@/areas/rolls/contract/hold'
import { holdableKinds, type HoldableKind } from '@/areas/rolls/rules/hold'
import { recallableKinds, type RecallableKind } from '../../rules/hold-reach'
import { LotHoldPreview } from './LotHoldPreview'
import { RecallList } from './RecallList'

export interface TracedItem {
  kind: string
  id: string
  label: string
}
const isHoldableKind = (kind: string): kind is HoldableKind => (holdableKinds as readonly string[]).includes(kind)
const isRecallableKind = (kind: string): kind is RecallableKind => (recallableKinds as readonly string[]).includes(kind)

/** Bar above a trace that shows an active hold, and has buttons to put the item on hold and to open its recall list. */
export function HoldActionBar({
  item,
  startsHold = false,
  children,
}: {
  item: TracedItem
  /** Opens with the dialog that puts the item on hold. */
  startsHold?: boolean
  children?: ReactNode
}) {
  const { kind } = item
  if (isHoldableKind(kind))
    return (
      <HoldBar item={{ ...item, kind }} startsHold={startsHold}>
        {children}
      </HoldBar>
    )
  return isRecallableKind(kind) ? <RecallBar item={{ ...item, kind }}>{children}</RecallBar> : children
}
/** Bar with only the recall list, for items that cannot be put on hold, such as customers. */
function RecallBar({ item, children }: { item: TracedItem & { kind: RecallableKind }; children: ReactNode }) {
  const { t } = useTranslation('tracing')
  const [isRecallOpen, setRecallOpen] = useState(false)
  return (
    <>
      <div className="trace-ways cluster">
        <Button aria-expanded={isRecallOpen} onClick={() => setRecallOpen(!isRecallOpen)}>
          {t('pages.qualityTracking.recall')}
        </Button>
        {children}
      </div>
      {isRecallOpen && <RecallList subject={{ kind: item.kind, id: item.id }} label={item.label} />}
    </>
  )
}
function HoldBar({
  item,
  startsHold,
  children,
}: {
  item: TracedItem & { kind: HoldableKind }
  startsHold: boolean
  children: ReactNode
}) {
  const { t } = useTranslation(['tracing', 'rolls'])
  const mayHold = useCanCall(putOnHold)
  const link = usePageLink()
  const [openPart, setOpenPart] = useState<'hold' | 'recall' | null>(startsHold && mayHold ? 'hold' : null)
  const { rows } = useList(hold, { state: 'held', kind: item.kind, size: 200 })
  const activeHold = rows.find((row) => row.subjectId === item.id && row.state === 'held')
  const holdLink = activeHold && link('qualityTracking', { view: 'holds', id: activeHold.id })
  return (
    <>
      <div className="trace-ways cluster">
        {activeHold && <StateBadge tone="bad">{t('rolls:pages.heldBy', { hold: activeHold.number })}</StateBadge>}
        {holdLink && (
          <Link className="ui-button" to={holdLink}>
            {t('pages.qualityTracking.openHold')}
          </Link>
        )}
        {!activeHold && mayHold && (
          <Button look="danger" onClick={() => setOpenPart('hold')}>
            {t('pages.qualityTracking.hold')}
          </Button>
        )}
        <Button
          aria-expanded={openPart === 'recall'}
          onClick={() => setOpenPart(openPart === 'recall' ? null : 'recall')}
        >
          {t('pages.qualityTracking.recall')}
        </Button>
        {children}
      </div>
      {openPart === 'recall' && <RecallList subject={{ kind: item.kind, id: item.id }} label={item.label} />}
      {openPart === 'hold' && !activeHold && (
        <CommandDialog
          command={putOnHold}
          row={null}
          label={t('pages.qualityTracking.hold')}
          objectName={item.label}
          values={{ kind: item.kind, subjectId: item.id }}
          above={
            item.kind === 'materialLot' ? (
              <LotHoldPreview lotId={item.id} />
            ) : (
              <p>{t('pages.qualityTracking.holdWhat')}</p>
            )
          }
          isDangerous
          changedResources={['jumboRoll', 'slitRoll', 'package', 'materialLot']}
          onClose={() => setOpenPart(null)}
        />
      )}
    </>
  )
}
