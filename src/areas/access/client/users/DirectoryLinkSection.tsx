import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { confirmDirectoryLink, readDirectoryLink, removeDirectoryLink } from '../../contract/directory'

/** Directory link of an account, or the pending request for one. Renders nothing if there is neither. */
export function DirectoryLinkSection({
  userId,
  title,
  mayChange,
}: {
  userId: string
  title: string
  mayChange: boolean
}) {
  const { t } = useTranslation('access')
  const zone = usePlantZone()
  const linkQuery = useEndpoint(readDirectoryLink, { id: userId }, { resources: ['user'] })
  const confirmCommand = useCommand(confirmDirectoryLink)
  const removeCommand = useCommand(removeDirectoryLink)
  const mayDecide = useCanCall(confirmDirectoryLink) && mayChange
  const [ask, dialog] = useConfirm()
  const { linkedSubject, linkedSince, requestSubject, requestName, requestedAt } = linkQuery.data ?? {}
  if (!linkedSubject && !requestSubject) return null
  async function askAndRun(
    decision: 'Confirm' | 'Remove',
    run: (options: { savedMessage: string }) => Promise<unknown>,
  ) {
    const actionLabel = t(`pages.users.directory${decision}`)
    if (
      !(await ask({
        objectName: title,
        question: t(`pages.users.directory${decision}Sentence`),
        confirmLabel: actionLabel,
      }))
    )
      return
    const savedMessage = t(decision === 'Confirm' ? 'pages.users.directoryConfirmed' : 'pages.users.directoryRemoved')
    if (await run({ savedMessage })) void linkQuery.refetch()
  }
  return (
    <section>
      <h2 className="access-head">{t('pages.users.directoryLink')}</h2>
      <p className="quiet">
        {linkedSubject
          ? t('pages.users.directoryLinked', { subject: linkedSubject, time: formatMoment(linkedSince ?? '', zone) })
          : t('pages.users.directoryRequest', {
              name: requestName,
              subject: requestSubject,
              time: formatMoment(requestedAt ?? '', zone),
            })}
      </p>
      {mayDecide && (
        <div className="ui-actions">
          {!linkedSubject && requestSubject && (
            <Button
              look="primary"
              disabled={confirmCommand.busy}
              onClick={() =>
                void askAndRun('Confirm', (options) =>
                  confirmCommand.run({ id: userId, subject: requestSubject }, options),
                )
              }
            >
              {t('pages.users.directoryConfirm')}
            </Button>
          )}
          <Button
            disabled={removeCommand.busy}
            onClick={() => void askAndRun('Remove', (options) => removeCommand.run({ id: userId }, options))}
          >
            {t(linkedSubject ? 'pages.users.directoryRemove' : 'pages.users.directoryReject')}
          </Button>
        </div>
      )}
      {dialog}
    </section>
  )
}
