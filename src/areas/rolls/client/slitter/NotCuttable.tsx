import { useTranslation } from 'react-i18next'
import { isCuttable } from '@/areas/rolls/rules/jumbo-roll'
import { PageFrame } from '@/client/ui/PageFrame'
import type { Jumbo } from './cut-state'
import { JumboFacts } from './JumboFacts'

/** Explains why a scanned jumbo cannot be cut: its state, a closed order, or a hold. */
export function NotCuttable({
  jumbo,
  closedOrder,
  onBack,
}: {
  jumbo: Jumbo
  /** Number of its order if that is closed. */
  closedOrder: string | undefined
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
        {closedOrder !== undefined && (
          <p className="wrong" role="alert">
            {t('pages.divideInteractive.orderClosed', { number: closedOrder })}
          </p>
        )}
        <JumboFacts jumbo={jumbo} lanes={[]} />
      </div>
    </PageFrame>
  )
}
