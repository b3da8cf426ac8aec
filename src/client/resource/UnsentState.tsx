import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { syncAddress } from '../shell/row-address'
import { State } from '../ui/State'
import { RefusalSaid, type Said } from './RefusalSaid'

/** What hangs on a row that a command of this phone has touched. */
interface Mark {
  readonly state?: string
  readonly op?: string
  /** Of the command itself. */
  readonly opId?: string
  readonly error?: Said | null
}
/** Whether the mark of a row says that the server refused a command. */
export const isRefused = (of: unknown): of is Mark => (of as Mark | null | undefined)?.state === 'attention'

/** That a row waits on this phone, or that the server refused it; `of` is its mark, none for what is sent. */
export function UnsentState({ of }: { of: unknown }) {
  const { t } = useTranslation('client')
  if (of === undefined || of === null) return null
  return isRefused(of) ? (
    <State tone="bad">{t('resource.refusedRow')}</State>
  ) : (
    <State tone="wait">{t('resource.pendingRow')}</State>
  )
}
/** The same with the reason of a refusal, and where the person goes on with it. */
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
