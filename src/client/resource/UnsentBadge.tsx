import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { syncAddress } from '../shell/row-address'
import { State } from '../ui/State'
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
    <State tone="bad">{t('resource.refusedRow')}</State>
  ) : (
    <State tone="wait">{t('resource.pendingRow')}</State>
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
      <Link to={of.opId ? syncAddress(of.opId) : '/me/sync'}>{t('resource.refusedNext')}</Link>
    </div>
  )
}
