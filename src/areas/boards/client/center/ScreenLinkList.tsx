import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useCommand } from '@/client/api/use-command'
import { formatMoment } from '@/client/format/time'
import { InlineCommandForm } from '@/client/resource/InlineCommandForm'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { QrCode } from '@/client/ui/QrCode'
import { Dialog } from '@/client/ui/Dialog'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import type { EndpointOutput } from '@/contract/endpoint'
import type { Tone } from '@/contract/state-machine'
import { lobbyLinkList, makeLobbyLink, revokeLobbyLink } from '../../contract/lobby-link'
import type { LinkState } from '../../rules/large-screen'

const toneByState: Readonly<Record<LinkState, Tone>> = {
  waiting: 'wait',
  entered: 'active',
  revoked: 'idle',
  expired: 'idle',
}
type ScreenLink = EndpointOutput<typeof lobbyLinkList>[number]
type CreatedLink = EndpointOutput<typeof makeLobbyLink>
/** 大屏链接: one link for each screen. A link can be used once; revoking it also signs out its screen. */
export function ScreenLinkList() {
  const { t } = useTranslation('boards')
  const linksQuery = useEndpoint(lobbyLinkList, {}, { refreshIntervalMs: 30_000 })
  const [createdLink, setCreatedLink] = useState<CreatedLink | null>(null)
  return (
    <>
      <p className="quiet">{t('pages.dataCenter.linksWhy')}</p>
      <div className="narrow">
        <InlineCommandForm
          key={createdLink?.id ?? ''}
          command={makeLobbyLink}
          row={null}
          onSaved={(result) => setCreatedLink(result.queued ? null : result.data)}
        />
      </div>
      <QueryBoundary query={linksQuery} skeleton={<SkeletonList />}>
        {(links) =>
          links.length === 0 ? (
            <EmptyState title={t('pages.dataCenter.noLinks')} />
          ) : (
            <ul className="board-rows">
              {links.map((link) => (
                <LinkCard key={link.id} link={link} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      <Dialog
        open={createdLink !== null}
        onClose={() => setCreatedLink(null)}
        title={createdLink?.name ?? ''}
        requiresAnswer
      >
        {createdLink && <CreatedLinkView createdLink={createdLink} onDone={() => setCreatedLink(null)} />}
      </Dialog>
    </>
  )
}
function LinkCard({ link }: { link: ScreenLink }) {
  const { t } = useTranslation('boards')
  const zone = usePlantZone()
  const revokeCommand = useCommand(revokeLobbyLink)
  const [askConfirmation, dialog] = useConfirm()
  const { id, name, place, state, createdAt, createdBy, enteredAt, expiresAt, revokedAt, seenAt } = link
  const renderMoment = (labelKey: string, moment: string | null) =>
    moment && (
      <div>
        <dt>{t(`answers.${labelKey}`)}</dt>
        <dd>{formatMoment(moment, zone)}</dd>
      </div>
    )
  const revokeLink = async (): Promise<void> => {
    const confirmed = await askConfirmation({
      objectName: name,
      question: t('pages.dataCenter.revokeWhy'),
      confirmLabel: t('actions.lobbyLink_revoke'),
    })
    if (confirmed) await revokeCommand.run({ id })
  }
  return (
    <li className="ui-card">
      <h2>
        {name} <StateBadge tone={toneByState[state]}>{t(`answerOptions.state.${state}`)}</StateBadge>
      </h2>
      {place && <p>{place}</p>}
      <dl>
        {renderMoment('createdAt', createdAt)}
        {renderMoment('enteredAt', enteredAt)}
        {renderMoment('seenAt', seenAt)}
        {state === 'waiting' && renderMoment('expiresAt', expiresAt)}
        {renderMoment('revokedAt', revokedAt)}
      </dl>
      <p className="quiet">{createdBy}</p>
      {(state === 'waiting' || state === 'entered') && (
        <Button look="danger" disabled={revokeCommand.busy} onClick={() => void revokeLink()}>
          {t('actions.lobbyLink_revoke')}
        </Button>
      )}
      {dialog}
    </li>
  )
}
/** Shows a new link, which cannot be displayed again. Its secret follows `#`, so no server, proxy or log sees it. */
function CreatedLinkView({ createdLink, onDone }: { createdLink: CreatedLink; onDone: () => void }) {
  const { t } = useTranslation('boards')
  const zone = usePlantZone()
  const address = `${location.origin}/lobby#${createdLink.secret}`
  return (
    <div className="board-settings">
      <p>{t('pages.dataCenter.madeOnce', { time: formatMoment(createdLink.expiresAt, zone) })}</p>
      <QrCode className="board-code" text={address} label={createdLink.name} />
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
