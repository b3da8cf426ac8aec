import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { syncAddress } from '../shell/row-address'
import { State } from '../ui/State'
import { RefusalSaid, type Said } from './RefusalSaid'

/** State of a row that an unsent command of this phone has changed. */
interface Mark {
  readonly state?: string
  readonly op?: string
  /** Id of the command. */
  readonly opId?: string
  readonly error?: Said | null
}
/** True if the server refused the row's command. */
export const isRefused = (of: unknown): of is Mark => (of as Mark | null | undefined)?.state === 'attention'

/** Badge of a row that waits on this phone or was refused; `of` is its pending state, empty if the row is sent. */
export function UnsentState({ of }: { of: unknown }) {
  const { t } = useTranslation('client')
  if (of === undefined || of === null) return null
  return isRefused(of) ? (
    <State tone="bad">{t('resource.refusedRow')}</State>
  ) : (
    <State tone="wait">{t('resource.pendingRow')}</State>
  )
}
/** Same with the reason of a refusal and a link to correct it. */
export function UnsentReason({ of }: { of: unknown }) {
  const { t } = useTranslation('client')
  if (!isRefused(of)) return <UnsentState of={of} />
  return (
    <div className="ui-card is-warned" role="status">
      <UnsentState of={of} />
      <RefusalSaid op={of.op ?? null} error={of.error ?? { kind: 'refused', message: '', issues: [] }} />
      <Link to={of.opId ? syncAddress(of.opId) : '/me/sync'}>{t('resource.refusedNext')}</Link>
    </div>
  )
}
