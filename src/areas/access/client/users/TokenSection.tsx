import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { InlineCommandForm } from '@/client/resource/InlineCommandForm'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { SkeletonList } from '@/client/ui/Skeleton'
import { recordTrouble } from '@/client/ui/trouble'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { createServiceToken, revokeServiceToken, serviceTokens } from '../../contract/service-token'

type Token = EndpointOutput<typeof serviceTokens>[number]

/** Tokens of a service account. A new token is displayed only once, after its creation. */
export function TokenSection({ userId, mayChange }: { userId: string; mayChange: boolean }) {
  const { t } = useTranslation('access')
  const tokensQuery = useEndpoint(serviceTokens, { userId }, { resources: ['session', 'user'] })
  const command = useCommand(revokeServiceToken)
  const [ask, dialog] = useConfirm()
  const mayCreate = useCanCall(createServiceToken) && mayChange
  async function revoke({ id, name }: Token) {
    const question = t('pages.users.revokeSentence')
    if (!(await ask({ objectName: name, question, confirmLabel: t('pages.users.revoke') }))) return
    if (await command.run({ id }, { savedMessage: t('pages.users.revoked') })) void tokensQuery.refetch()
  }
  return (
    <QueryBoundary query={tokensQuery} skeleton={<SkeletonList rows={2} />}>
      {(tokens) => (
        <section>
          <h2 className="access-head">{t('pages.users.tokens')}</h2>
          {tokens.length === 0 && <p className="quiet">{t('pages.users.noTokens')}</p>}
          <ul className="access-sessions stack">
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} {...(mayCreate ? { onRevoke: () => void revoke(token) } : {})} />
            ))}
          </ul>
          {mayCreate && <NewTokenForm userId={userId} onCreated={() => void tokensQuery.refetch()} />}
          {dialog}
        </section>
      )}
    </QueryBoundary>
  )
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke?: () => void }) {
  const { t } = useTranslation('access')
  const zone = usePlantZone()
  return (
    <li className="ui-card">
      <div>
        <b>{token.name}</b>
        <p className="quiet">
          {token.seenAt ? t('pages.users.used', { time: formatMoment(token.seenAt, zone) }) : t('pages.users.unused')}
        </p>
        <p className="quiet">{t('pages.users.until', { time: formatMoment(token.expiresAt, zone) })}</p>
      </div>
      {onRevoke && (
        <Button aria-label={`${t('pages.users.revoke')} ${token.name}`} onClick={onRevoke}>
          {t('pages.users.revoke')}
        </Button>
      )}
    </li>
  )
}

function NewTokenForm({ userId, onCreated }: { userId: string; onCreated: () => void }) {
  const { t } = useTranslation('access')
  const [createdCount, setCreatedCount] = useState(0)
  const [token, setToken] = useState<string | null>(null)
  async function copyToken() {
    try {
      await navigator.clipboard.writeText(token ?? '')
      void notify(t('pages.users.copied'), 'success')
    } catch (error) {
      recordTrouble('token not copied', error) // without https there is no clipboard; the token can be selected by hand
    }
  }
  return (
    <div className="narrow">
      <InlineCommandForm
        key={createdCount}
        command={createServiceToken}
        row={null}
        label={t('pages.users.makeToken')}
        values={{ userId }}
        fieldNames={['name']}
        savedMessage={null}
        onSaved={(result) => {
          if (result.queued) return
          setToken(result.data.token)
          if (result.data.token === null) void notify(t('pages.users.tokenMadeBefore'), 'info')
          setCreatedCount(createdCount + 1)
          onCreated()
        }}
      />
      {token && (
        <output>
          <p>{t('pages.users.tokenOnce')}</p>
          <code>{token}</code>
          <Button onClick={() => void copyToken()}>{t('pages.users.copy')}</Button>
        </output>
      )}
    </div>
  )
}
