import { useTranslation } from 'react-i18next'
import type { OutOf } from '@/contract/endpoint'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { useCall } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { usePlantZone } from '@/client/session/zone'
import { Button } from '@/client/ui/Button'
import { SkeletonList } from '@/client/ui/Skeleton'
import { State } from '@/client/ui/State'
import { recordTrouble } from '@/client/ui/trouble'
import { useConfirm } from '@/client/ui/use-confirm'
import { endSession, sessions } from '../../contract/session'
import { deviceWords } from './device'
import { PushSwitch } from './PushSwitch'

type Session = OutOf<typeof sessions>[number]

/** Devices on which the reader is signed in. Lost or lent devices can be signed out here. */
export function Sessions() {
  const { t } = useTranslation('access')
  const asked = useCall(sessions, {}, { resources: ['session'] })
  const { data } = asked
  const command = useCommand(endSession)
  const [ask, dialog] = useConfirm()
  if (asked.isLoading) return <SkeletonList rows={2} />
  if (!data) return <NotLoaded of={asked} />
  const others = data.filter((one) => !one.current)
  async function end(list: readonly Session[], thing: string) {
    if (!(await ask({ thing, sentence: t('pages.account.endSentence'), action: t('pages.account.end') }))) return
    try {
      for (const one of list) await command.run({ id: one.id })
      void notify(t('pages.account.ended'), 'success')
    } catch (error) {
      recordTrouble('told by a toast', error)
    }
  }
  return (
    <section>
      <h2 className="ac-head">{t('pages.account.sessions', { count: data.length })}</h2>
      <ul className="ac-sessions">
        {[...data]
          .sort((a, b) => Number(b.current) - Number(a.current))
          .map((one) => (
            <Line
              key={one.id}
              one={one}
              busy={command.busy}
              onEnd={(thing) => void end([one], thing)}
              onChange={() => void asked.refetch()}
            />
          ))}
      </ul>
      {others.length > 1 && (
        <Button
          disabled={command.busy}
          onClick={() => void end(others, t('pages.account.others', { count: others.length }))}
        >
          {t('pages.account.endOthers')}
        </Button>
      )}
      {dialog}
    </section>
  )
}

function Line({
  one,
  busy,
  onEnd,
  onChange,
}: {
  one: Session
  busy: boolean
  onEnd: (thing: string) => void
  onChange: () => void
}) {
  const { t } = useTranslation('access')
  const zone = usePlantZone()
  const device = deviceWords(one.device, t)
  return (
    <li className="ui-card">
      <div>
        <b title={one.device ?? ''}>{device}</b>
        {one.current ? (
          <State tone="ok">{t('pages.account.current')}</State>
        ) : (
          <p className="quiet">{t('pages.account.seen', { time: formatMoment(one.seenAt, zone) })}</p>
        )}
        <p className="quiet">
          {t('pages.account.since', { time: formatMoment(one.createdAt, zone) })}
          {one.address && ` · ${one.address}`}
        </p>
        {one.current && <PushSwitch called={one.called} onChange={onChange} />}
      </div>
      {!one.current && (
        <Button disabled={busy} aria-label={`${t('pages.account.end')} ${device}`} onClick={() => onEnd(device)}>
          {t('pages.account.end')}
        </Button>
      )}
    </li>
  )
}
