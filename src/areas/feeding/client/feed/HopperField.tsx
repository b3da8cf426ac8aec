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
import type { Feeding } from './use-feeding'

/** Choice of the line's hopper by one tap or by scanning its label. Hidden for packing, which goes into no hopper. */
export function HopperField({
  feeding: { hoppers, hopperId, material: fed, order, change, unread },
  says,
}: {
  feeding: Feeding
  says: ReactNode
}) {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  const mayAdd = useCanCall(hopper.endpoints.create)
  const address = usePageLink()('equipmentLedger', {})
  if (!order || (fed && !needsHopper(fed.kind))) return null
  const settings = mayAdd && address ? `${address.replace(/\?.*$/, '')}/settings?of=hopper` : null
  return (
    <fieldset className="filter feed-hoppers">
      <legend>{t('feed.fields.hopperId')}</legend>
      <div className="feed-often">
        {hoppers.map((one) => (
          <Button key={one.id} aria-pressed={one.id === hopperId} onClick={() => change({ hopperId: one.id })}>
            {String(getFieldInLanguage(hopper, one, 'name', language))}
            <small>{one.code}</small>
          </Button>
        ))}
        {unread.hoppers && <NotLoadedView of={unread.hoppers} />}
        {hoppers.length === 0 && !unread.hoppers && (
          <p className="quiet">
            {t('pages.rawMaterial.noHoppers')}{' '}
            {settings ? (
              <Link to={settings}>{t('pages.rawMaterial.noHoppersAdd')}</Link>
            ) : (
              t('pages.rawMaterial.noHoppersAsk')
            )}
          </p>
        )}
      </div>
      {says}
    </fieldset>
  )
}
