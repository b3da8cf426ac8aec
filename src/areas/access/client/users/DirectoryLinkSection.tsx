import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { recordTrouble } from '@/client/ui/trouble'
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
  async function askAndRun(decision: 'Confirm' | 'Remove', run: () => Promise<unknown>) {
    const actionLabel = t(`pages.users.directory${decision}`)
    if (
      !(await ask({
        objectName: title,
        question: t(`pages.users.directory${decision}Sentence`),
        confirmLabel: actionLabel,
      }))
    )
      return
    try {
      await run()
      void notify(
        t(decision === 'Confirm' ? 'pages.users.directoryConfirmed' : 'pages.users.directoryRemoved'),
        'success',
      )
      void linkQuery.refetch()
    } catch (error) {
      recordTrouble('directory link (a toast was shown)', error)
    }
  }
  return (
    <section>
      <h2 className="ac-head">{t('pages.users.directoryLink')}</h2>
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
                void askAndRun('Confirm', () => confirmCommand.run({ id: userId, subject: requestSubject }))
              }
            >
              {t('pages.users.directoryConfirm')}
            </Button>
          )}
          <Button
            disabled={removeCommand.busy}
            onClick={() => void askAndRun('Remove', () => removeCommand.run({ id: userId }))}
          >
            {t(linkedSubject ? 'pages.users.directoryRemove' : 'pages.users.directoryReject')}
          </Button>
        </div>
      )}
      {dialog}
    </section>
  )
}
