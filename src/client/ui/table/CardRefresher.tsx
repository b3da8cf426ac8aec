import '../../antd'
import '../antd-motion'
import PullToRefresh from 'antd-mobile/es/components/pull-to-refresh'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { recordTrouble } from '../trouble'
import type { RefreshOutcome } from './columns'

/** How long the outcome stays visible, ms. */
const OUTCOME_MS = 800

/**
 * Reloads a list when it is pulled down from its top. The next scrolling ancestor decides whether the list is at its
 * top. A failure is told in words: the rows stay as they are.
 */
export function CardRefresher({
  onRefresh,
  children,
}: {
  onRefresh: () => Promise<RefreshOutcome>
  children: ReactNode
}) {
  const { t } = useTranslation('client')
  const [outcome, setOutcome] = useState<RefreshOutcome>('done')
  const refresh = async () => {
    try {
      setOutcome(await onRefresh())
    } catch (error) {
      recordTrouble('list not refreshed', error)
      setOutcome('failed')
    }
  }
  return (
    <div className="ui-refresher">
      <PullToRefresh
        onRefresh={refresh}
        completeDelay={OUTCOME_MS}
        renderText={(status) => (
          <span role="status">
            {status === 'complete'
              ? t(`ui.refresh.${outcome}`)
              : status === 'refreshing'
                ? t('ui.loading')
                : navigator.onLine
                  ? t(`ui.refresh.${status === 'canRelease' ? 'release' : 'pull'}`)
                  : t('ui.refresh.offline')}
          </span>
        )}
      >
        {children}
      </PullToRefresh>
    </div>
  )
}
