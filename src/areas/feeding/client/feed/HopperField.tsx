import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '@/client/format/use-language'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useCanCall } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { getFieldInLanguage } from '@/contract/language'
import { hopper } from '@/areas/equipment/contract/hopper'
import { needsHopper } from '../../rules/feed'
import type { FeedFormState } from './use-feed-form'

/** Choice of the line's hopper by one tap or by scanning its label. Hidden for packing, which goes into no hopper. */
export function HopperField({
  feedForm: { hoppers, hopperId, material: fedMaterial, order, changeEntry, loadErrors },
  messages,
}: {
  feedForm: FeedFormState
  messages: ReactNode
}) {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  const canAddHopper = useCanCall(hopper.endpoints.create)
  const ledgerLink = usePageLink()('equipmentLedger', {})
  if (!order || (fedMaterial && !needsHopper(fedMaterial.kind))) return null
  const hopperSettingsLink = canAddHopper && ledgerLink ? `${ledgerLink.replace(/\?.*$/, '')}/settings?of=hopper` : null
  return (
    <fieldset className="filter feed-hoppers">
      <legend>{t('feed.fields.hopperId')}</legend>
      <div className="feed-often">
        {hoppers.map((option) => (
          <Button
            key={option.id}
            aria-pressed={option.id === hopperId}
            onClick={() => changeEntry({ hopperId: option.id })}
          >
            {String(getFieldInLanguage(hopper, option, 'name', language))}
            <small>{option.code}</small>
          </Button>
        ))}
        {loadErrors.hoppers && <NotLoadedView query={loadErrors.hoppers} />}
        {hoppers.length === 0 && !loadErrors.hoppers && (
          <p className="quiet">
            {t('pages.rawMaterial.noHoppers')}{' '}
            {hopperSettingsLink ? (
              <Link to={hopperSettingsLink}>{t('pages.rawMaterial.noHoppersAdd')}</Link>
            ) : (
              t('pages.rawMaterial.noHoppersAsk')
            )}
          </p>
        )}
      </div>
      {messages}
    </fieldset>
  )
}
