import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { formatMoment } from '@/client/format/time'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { QrCode } from '@/client/ui/QrCode'
import { Dialog } from '@/client/ui/Dialog'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { useConfirm } from '@/client/ui/use-confirm'
import type { EndpointOutput } from '@/contract/endpoint'
import type { Tone } from '@/contract/tone'
import { lobbyScreens, makeLobbyLink, revokeLobbyLink } from '../../contract/lobby-link'
import type { LinkState } from '../../rules/lobby'

const tones: Readonly<Record<LinkState, Tone>> = {
  waiting: 'wait',
  entered: 'active',
  revoked: 'idle',
  expired: 'idle',
}
type Link = EndpointOutput<typeof lobbyScreens>[number]
type Made = EndpointOutput<typeof makeLobbyLink>
/** 大屏链接: one link for each screen, which can be used once. Revoking the link of a lost or moved screen stops it. */
export function ScreenLinks() {
  const { t } = useTranslation('boards')
  const found = useEndpoint(lobbyScreens, {}, { refreshEvery: 30_000 })
  const make = useInstantCommand(makeLobbyLink)
  const [name, setName] = useState('')
  const [place, setPlace] = useState('')
  const [made, setMade] = useState<Made | null>(null)
  const create = async (): Promise<void> => {
    const done = await make.run({ name: name.trim(), place: place.trim() || null })
    if (!done || done.queued) return
    setMade(done.data)
    setName('')
    setPlace('')
  }
  return (
    <>
      <p className="quiet">{t('pages.dataCenter.linksWhy')}</p>
      <form
        className="board-choice"
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
      >
        <label>
          {t('inputs.name')}{' '}
          <input
            className="ui-input"
            required
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label>
          {t('inputs.place')}{' '}
          <input
            className="ui-input"
            maxLength={120}
            value={place}
            onChange={(event) => setPlace(event.target.value)}
          />
        </label>
        <Button look="primary" type="submit" disabled={make.busy}>
          {t('actions.lobbyLink_make')}
        </Button>
      </form>
      {found.isPending && <SkeletonList />}
      {!found.isPending && !found.data && <NotLoadedView of={found} />}
      {found.data?.length === 0 && <EmptyState title={t('pages.dataCenter.noLinks')} />}
      <ul className="board-rows">
        {found.data?.map((link) => (
          <LinkCard key={link.id} link={link} />
        ))}
      </ul>
      <Dialog open={made !== null} onClose={() => setMade(null)} title={made?.name ?? ''} requiresAnswer>
        {made && <MadeLink made={made} onDone={() => setMade(null)} />}
      </Dialog>
    </>
  )
}
function LinkCard({ link }: { link: Link }) {
  const { t } = useTranslation('boards')
  const zone = usePlantZone()
  const revoke = useInstantCommand(revokeLobbyLink)
  const [ask, dialog] = useConfirm()
  const { id, name, place, state, createdAt, createdBy, enteredAt, expiresAt, revokedAt, seenAt } = link
  const fact = (word: string, at: string | null) =>
    at && (
      <div>
        <dt>{t(`answers.${word}`)}</dt>
        <dd>{formatMoment(at, zone)}</dd>
      </div>
    )
  const end = async (): Promise<void> => {
    const sure = await ask({
      thing: name,
      sentence: t('pages.dataCenter.revokeWhy'),
      confirmLabel: t('actions.lobbyLink_revoke'),
    })
    if (sure) await revoke.run({ id })
  }
  return (
    <li className="ui-card">
      <h2>
        {name} <StateBadge tone={tones[state]}>{t(`answerOptions.state.${state}`)}</StateBadge>
      </h2>
      {place && <p>{place}</p>}
      <dl>
        {fact('createdAt', createdAt)}
        {fact('enteredAt', enteredAt)}
        {fact('seenAt', seenAt)}
        {state === 'waiting' && fact('expiresAt', expiresAt)}
        {fact('revokedAt', revokedAt)}
      </dl>
      <p className="quiet">{createdBy}</p>
      {(state === 'waiting' || state === 'entered') && (
        <Button look="danger" disabled={revoke.busy} onClick={() => void end()}>
          {t('actions.lobbyLink_revoke')}
        </Button>
      )}
      {dialog}
    </li>
  )
}
/** Shows the link this one time. The secret follows `#`, so no server, proxy or log sees it. */
function MadeLink({ made, onDone }: { made: Made; onDone: () => void }) {
  const { t } = useTranslation('boards')
  const zone = usePlantZone()
  const address = `${location.origin}/lobby#${made.secret}`
  return (
    <div className="board-settings">
      <p>{t('pages.dataCenter.madeOnce', { time: formatMoment(made.expiresAt, zone) })}</p>
      <QrCode className="board-code" text={address} label={made.name} />
      <input
        className="ui-input"
        readOnly
        value={address}
        aria-label={t('lobbyLink.name')}
        onFocus={(event) => event.target.select()}
      />
      <Button look="primary" onClick={onDone}>
        {t('pages.dataCenter.noted')}
      </Button>
    </div>
  )
}
