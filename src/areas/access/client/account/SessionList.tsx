import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { endSession, sessions } from '../../contract/session'
import { formatDevice } from './device'
import { PushSwitch } from './PushSwitch'

type Session = EndpointOutput<typeof sessions>[number]

/** Devices on which the reader is signed in. Lost or lent devices can be signed out here. */
export function SessionList() {
  const { t } = useTranslation('access')
  const sessionsQuery = useEndpoint(sessions, {}, { resources: ['session'] })
  const command = useCommand(endSession)
  const [ask, dialog] = useConfirm()
  const otherSessions = sessionsQuery.data?.filter((session) => !session.current) ?? []
  async function confirmAndEndSessions(sessionsToEnd: readonly Session[], objectName: string) {
    if (
      !(await ask({
        objectName,
        question: t('pages.account.endSentence'),
        confirmLabel: t('pages.account.end'),
      }))
    )
      return
    for (const session of sessionsToEnd) if (!(await command.run({ id: session.id }, { savedMessage: null }))) return
    void notify(t('pages.account.ended'), 'success')
  }
  return (
    <QueryBoundary query={sessionsQuery} skeleton={<SkeletonList rows={2} />}>
      {(allSessions) => (
        <section>
          <h2 className="access-head">{t('pages.account.sessions', { count: allSessions.length })}</h2>
          <ul className="access-sessions stack">
            {[...allSessions]
              .sort((a, b) => Number(b.current) - Number(a.current))
              .map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  busy={command.busy}
                  onEnd={(deviceName) => void confirmAndEndSessions([session], deviceName)}
                  onChange={() => void sessionsQuery.refetch()}
                />
              ))}
          </ul>
          {otherSessions.length > 1 && (
            <Button
              disabled={command.busy}
              onClick={() =>
                void confirmAndEndSessions(otherSessions, t('pages.account.others', { count: otherSessions.length }))
              }
            >
              {t('pages.account.endOthers')}
            </Button>
          )}
          {dialog}
        </section>
      )}
    </QueryBoundary>
  )
}

function SessionRow({
  session,
  busy,
  onEnd,
  onChange,
}: {
  session: Session
  busy: boolean
  onEnd: (deviceName: string) => void
  onChange: () => void
}) {
  const { t } = useTranslation('access')
  const zone = usePlantZone()
  const deviceName = formatDevice(session.device, t)
  return (
    <li className="ui-card">
      <div>
        <b title={session.device ?? ''}>{deviceName}</b>
        {session.current ? (
          <StateBadge tone="ok">{t('pages.account.current')}</StateBadge>
        ) : (
          <p className="quiet">{t('pages.account.seen', { time: formatMoment(session.seenAt, zone) })}</p>
        )}
        <p className="quiet">
          {t('pages.account.since', { time: formatMoment(session.createdAt, zone) })}
          {session.address && ` · ${session.address}`}
        </p>
        {session.current && <PushSwitch isOn={session.called} onChange={onChange} />}
      </div>
      {!session.current && (
        <Button
          disabled={busy}
          aria-label={`${t('pages.account.end')} ${deviceName}`}
          onClick={() => onEnd(deviceName)}
        >
          {t('pages.account.end')}
        </Button>
      )}
    </li>
  )
}
