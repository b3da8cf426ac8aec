import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { ScanIcon } from '@/client/ui/icons'
import { StateBadge } from '@/client/ui/StateBadge'
import { manualCodeReasons } from '../../contract/inspection-round'
import { getCheckItemName, formatCheckLimits } from './format-check-item'
import type { WalkPoint } from './walk-points'
import { DeviationReasonDialog } from './DeviationReasonDialog'

/** Shows the code to scan and the items to check, which people read on the way to the point. */
export function PresenceSection({
  point,
  typedCode,
}: {
  point: WalkPoint
  /** Code entered by hand. */
  typedCode: string | null
}) {
  const { t } = useTranslation('rounds')
  const language = useLanguage()
  return (
    <section className="presence stack gap-3">
      <p className="presence-code">
        <span>{t('pages.polling.scanWhat')}</span>
        <b>{point.code || '–'}</b>
      </p>
      {typedCode && (
        <p>
          <StateBadge tone="warn">{t('pages.polling.typedNotScanned', { code: typedCode })}</StateBadge>
        </p>
      )}
      {point.scanRequired && <p className="quiet">{t('pages.polling.scanRequired')}</p>}
      <ul className="ui-card presence-items">
        {point.items.map((item) => (
          <li key={item.key}>
            <span>{getCheckItemName(item, language)}</span>
            <span className="quiet">
              {formatCheckLimits(item, language) ?? t(`inspectionPlan.subOptions.items.kind.${item.kind}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Buttons to prove presence by scan, to confirm it by hand with a reason, or to skip the point with a reason. */
export function PresenceBar({
  point,
  onScan,
  onByHand,
  onSkip,
}: {
  point: WalkPoint
  onScan: () => void
  onByHand: (reason: string) => void
  onSkip: () => void
}) {
  const { t } = useTranslation('rounds')
  const [isReasonDialogOpen, setIsReasonDialogOpen] = useState(false)
  return (
    <div className="presence-actions stack">
      <div>
        {!point.scanRequired && (
          <Button onClick={() => setIsReasonDialogOpen(true)}>{t('pages.polling.byHand')}</Button>
        )}
        <Button onClick={onSkip}>{t('pages.polling.skip')}</Button>
      </div>
      <Button look="primary" block icon={<ScanIcon size={32} />} onClick={onScan}>
        {t('pages.polling.scanHere')}
      </Button>
      {isReasonDialogOpen && (
        <DeviationReasonDialog
          title={t('pages.polling.byHandWhy')}
          presets={manualCodeReasons}
          onReason={(reason) => {
            setIsReasonDialogOpen(false)
            onByHand(reason)
          }}
          onClose={() => setIsReasonDialogOpen(false)}
        />
      )}
    </div>
  )
}
