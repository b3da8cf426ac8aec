import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { createUuid7 } from '@/contract/id'
import { useList } from '@/client/api/use-list'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { getPlantMoment } from '@/client/clock'
import { useCanCall } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { ReasonDialog } from '@/client/ui/ReasonDialog'
import { StateBadge } from '@/client/ui/StateBadge'
import { hold, putOnHold } from '../../contract/hold'
import { holdReasons } from '../../contract/preset-reasons'
import { heldKinds, recalledKinds, type HeldKind, type RecalledKind } from '../../rules/hold'
import { RecallList } from './RecallList'

export interface Traced {
  kind: string
  id: string
  label: string
}
const isHeldKind = (kind: string): kind is HeldKind => (heldKinds as readonly string[]).includes(kind)
const isRecalledKind = (kind: string): kind is RecalledKind => (recalledKinds as readonly string[]).includes(kind)

/** Actions above a trace: shows an active hold, puts the item on hold, opens the recall list, and other links. */
export function HoldActions({ of, children }: { of: Traced; children?: ReactNode }) {
  const { kind } = of
  if (isHeldKind(kind)) return <Actions of={{ ...of, kind }}>{children}</Actions>
  return isRecalledKind(kind) ? <RecallAlone of={{ ...of, kind }}>{children}</RecallAlone> : children
}
/** Recall list only, e.g. for customers, who cannot be put on hold. */
function RecallAlone({ of, children }: { of: Traced & { kind: RecalledKind }; children: ReactNode }) {
  const { t } = useTranslation('rolls')
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className="trace-ways">
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('pages.qualityTracking.recall')}
        </Button>
        {children}
      </div>
      {open && <RecallList of={{ kind: of.kind, id: of.id }} label={of.label} />}
    </>
  )
}
function Actions({ of, children }: { of: Traced & { kind: HeldKind }; children: ReactNode }) {
  const { t } = useTranslation('rolls')
  const mayHold = useCanCall(putOnHold)
  const link = usePageLink()
  const step = useInstantCommand(putOnHold)
  const [open, setOpen] = useState<'hold' | 'recall' | null>(null)
  const { rows } = useList(hold, { state: 'held', kind: of.kind, size: 200 })
  const standing = rows.find((row) => row.subjectId === of.id && row.state === 'held')
  const put = async (reason: string) => {
    const input = { id: createUuid7(), kind: of.kind, subjectId: of.id, reason, occurredAt: getPlantMoment() }
    if (await step.run(input, { changes: ['jumboRoll', 'slitRoll', 'package', 'materialLot'] })) setOpen(null)
  }
  const address = standing && link('qualityTracking', { view: 'holds', id: standing.id })
  return (
    <>
      <div className="trace-ways">
        {standing && <StateBadge tone="bad">{t('pages.qualityTracking.held', { hold: standing.number })}</StateBadge>}
        {address && (
          <Link className="ui-button" to={address}>
            {t('pages.qualityTracking.openHold')}
          </Link>
        )}
        {!standing && mayHold && (
          <Button look="danger" onClick={() => setOpen('hold')}>
            {t('pages.qualityTracking.hold')}
          </Button>
        )}
        <Button aria-expanded={open === 'recall'} onClick={() => setOpen(open === 'recall' ? null : 'recall')}>
          {t('pages.qualityTracking.recall')}
        </Button>
        {children}
      </div>
      {open === 'recall' && <RecallList of={{ kind: of.kind, id: of.id }} label={of.label} />}
      {open === 'hold' && (
        <ReasonDialog
          title={t('pages.qualityTracking.holdTitle', { label: of.label })}
          submitLabel={t('pages.qualityTracking.hold')}
          presets={holdReasons}
          danger
          requiresAnswer
          busy={step.busy}
          onReason={(reason) => void put(reason)}
          onClose={() => setOpen(null)}
        >
          <p>{t('pages.qualityTracking.holdWhat')}</p>
        </ReasonDialog>
      )}
    </>
  )
}
