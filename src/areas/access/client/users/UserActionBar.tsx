import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Row } from '@/contract/resource'
import { useCommand } from '@/client/api/use-command'
import { useCanCall } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { DocumentIcon, ForwardIcon, LockIcon, RetryIcon, SignOutIcon } from '@/client/ui/icons'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { useQueryParams } from '@/client/use-query-params'
import { resetFactor } from '../../contract/second-factor'
import { resetPassword, user } from '../../contract/user'
import { personRefusalKeys } from '../../rules/rank'
import type { RankCheckResult } from '../use-rank'

/**
 * Actions on an account, and links to the person's log entries. The reader's own account and accounts with more rights
 * than the reader have no buttons.
 */
export function UserActionBar({
  row,
  isSelf,
  title,
  refusal,
}: {
  row: Row<typeof user>
  isSelf: boolean
  title: string
  refusal: RankCheckResult
}) {
  const { t } = useTranslation('access')
  const [, setParams] = useQueryParams()
  const mayReset = useCanCall(resetPassword)
  const mayEdit = useCanCall(user.endpoints.update)
  const getPageLink = usePageLink()
  const logPages = [
    ['operationLog', 'didWhat'],
    ['loginLog', 'logins'],
  ] as const
  return (
    <div className="access-actions stack gap-3">
      {mayEdit && refusal && refusal !== 'unknown' && (
        <p className="quiet">{t(`refusals.${personRefusalKeys[refusal]}`)}</p>
      )}
      {row.state !== 'removed' && refusal === null && (
        <div className="ui-actions">
          {mayReset && !isSelf && row.userType !== 'service' && (
            <Button icon={<LockIcon size={20} />} onClick={() => setParams({ reset: '1' })}>
              {t('pages.users.reset')}
            </Button>
          )}
          {!isSelf && mayReset && <ResetFactorButton row={row} title={title} />}
          {!isSelf && <SuspendButton row={row} title={title} />}
        </div>
      )}
      {logPages.map(([page, textKey]) => {
        const address = getPageLink(page, { userId: row.id })
        return (
          address && (
            <Link key={page} className="access-link strip middle" to={address}>
              <DocumentIcon size={20} />
              <span>{t(`pages.users.${textKey}`)}</span>
              <ForwardIcon size={20} />
            </Link>
          )
        )
      })}
    </div>
  )
}

function SuspendButton({ row, title }: { row: Row<typeof user>; title: string }) {
  const { t } = useTranslation('access')
  const mayUpdate = useCanCall(user.endpoints.update)
  const command = useCommand(user.endpoints.update)
  const [ask, dialog] = useConfirm()
  const isSuspended = row.state === 'suspended'
  async function toggleSuspension() {
    if (
      !isSuspended &&
      !(await ask({
        objectName: title,
        question: t('pages.users.suspendSentence'),
        confirmLabel: t('pages.users.suspend'),
      }))
    )
      return
    await command.run(
      { id: row.id, version: row.version, state: isSuspended ? 'active' : 'suspended' },
      { savedMessage: t(isSuspended ? 'pages.users.resumed' : 'pages.users.suspended') },
    )
  }
  if (!mayUpdate) return null
  return (
    <>
      <Button
        icon={isSuspended ? <RetryIcon size={20} /> : <SignOutIcon size={20} />}
        disabled={command.busy}
        onClick={() => void toggleSuspension()}
      >
        {t(isSuspended ? 'pages.users.resume' : 'pages.users.suspend')}
      </Button>
      {dialog}
    </>
  )
}

/** Removes the person's second factor, e.g. after the loss of a phone. */
function ResetFactorButton({ row, title }: { row: Row<typeof user>; title: string }) {
  const { t } = useTranslation('access')
  const command = useCommand(resetFactor)
  const [ask, dialog] = useConfirm()
  async function confirmAndReset() {
    const question = t('pages.users.resetFactorSentence')
    if (!(await ask({ objectName: title, question, confirmLabel: t('pages.users.resetFactor') }))) return
    await command.run({ id: row.id }, { savedMessage: t('pages.users.factorReset') })
  }
  return (
    <>
      <Button icon={<LockIcon size={20} />} disabled={command.busy} onClick={() => void confirmAndReset()}>
        {t('pages.users.resetFactor')}
      </Button>
      {dialog}
    </>
  )
}
