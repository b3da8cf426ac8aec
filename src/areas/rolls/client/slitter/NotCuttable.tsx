import { useTranslation } from 'react-i18next'
import { isCuttable } from '@/areas/rolls/rules/jumbo-roll'
import { PageFrame } from '@/client/ui/PageFrame'
import type { Jumbo } from './cut-state'
import { JumboFacts } from './JumboFacts'

/** What stands in place of the lanes when the scanned jumbo cannot be cut: in the state that it is in, for a closed order, or while it is held. */
export function NotCuttable({
  jumbo,
  closedOrder,
  onBack,
}: {
  jumbo: Jumbo
  /** The number of the order that it would be cut for, where its books are closed. */
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
