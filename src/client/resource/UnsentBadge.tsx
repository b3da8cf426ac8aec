import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { buildSyncAddress } from '../shell/row-address'
import { StateBadge } from '../ui/StateBadge'
import { RefusalNotice, type CommandRefusal } from './RefusalNotice'

/** State of a row that an unsent command of this phone has changed. */
interface PendingState {
  readonly state?: string
  readonly op?: string
  /** Id of the command. */
  readonly opId?: string
  readonly error?: CommandRefusal | null
}
/** True if the server refused the row's command. */
export const isRefusedState = (of: unknown): of is PendingState =>
  (of as PendingState | null | undefined)?.state === 'attention'

/** Badge of a row that waits on this phone or was refused; `of` is its pending state, empty if the row is sent. */
export function UnsentBadge({ of }: { of: unknown }) {
  const { t } = useTranslation('client')
  if (of === undefined || of === null) return null
  return isRefusedState(of) ? (
    <StateBadge tone="bad">{t('resource.refusedRow')}</StateBadge>
  ) : (
    <StateBadge tone="wait">{t('resource.pendingRow')}</StateBadge>
  )
}
/** Same with the reason of a refusal and a link to correct it. */
export function UnsentNotice({ of }: { of: unknown }) {
  const { t } = useTranslation('client')
  if (!isRefusedState(of)) return <UnsentBadge of={of} />
  return (
    <div className="ui-card is-warned" role="status">
      <UnsentBadge of={of} />
      <RefusalNotice op={of.op ?? null} error={of.error ?? { kind: 'refused', message: '', issues: [] }} />
      <Link to={of.opId ? buildSyncAddress(of.opId) : '/me/sync'}>{t('resource.refusedNext')}</Link>
    </div>
  )
}
