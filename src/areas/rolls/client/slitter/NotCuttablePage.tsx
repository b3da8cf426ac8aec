import { useTranslation } from 'react-i18next'
import { isCuttable } from '@/areas/rolls/rules/jumbo-roll'
import { PageFrame } from '@/client/ui/PageFrame'
import type { StoredJumbo } from './displayed-sets'
import { JumboSummaryPanel } from './JumboSummaryPanel'

/** Explains why a scanned jumbo cannot be cut: its state, a closed order, or a hold. */
export function NotCuttablePage({
  jumbo,
  closedOrderNumber,
  onBack,
}: {
  jumbo: StoredJumbo
  /** Number of its order if that is closed. */
  closedOrderNumber: string | undefined
  onBack: () => void
}) {
  const { t } = useTranslation('rolls')
  return (
    <PageFrame title={jumbo.number ?? ''} onBack={onBack}>
      <div className="slitter">
        {!isCuttable(jumbo.state) && (
          <p className="wrong" role="alert">
            {t('pages.divideInteractive.notUncut', { state: t(`jumboRoll.options.state.${jumbo.state}`) })}
          </p>
        )}
        {closedOrderNumber !== undefined && (
          <p className="wrong" role="alert">
            {t('pages.divideInteractive.orderClosed', { number: closedOrderNumber })}
          </p>
        )}
        <JumboSummaryPanel jumbo={jumbo} lanes={[]} />
      </div>
    </PageFrame>
  )
}
