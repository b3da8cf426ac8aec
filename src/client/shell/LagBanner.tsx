import { useEffect, useSyncExternalStore } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getLaggingAnswers, subscribeToLaggingAnswers } from '../api/lagging-answers'
import { formatMoment } from '../format/time'
import { usePlantZone } from '../session/plant-zone'
import { Banner } from '../ui/Notice'
import { WarnIcon } from '../ui/icons'

/** Interval at which lagging answers are loaded again, ms. */
const RELOAD_INTERVAL_MS = 15_000

/**
 * Says how old the metrics on the screen are while a standby database that lags behind answers. Loads them again at an
 * interval.
 */
export function LagBanner() {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const queryClient = useQueryClient()
  const asOf = useSyncExternalStore(
    (listener) => subscribeToScreen(queryClient, listener),
    () => findOldestMoment(queryClient),
  )
  const isLagging = asOf !== null
  useEffect(() => {
    if (!isLagging) return
    const timer = setInterval(
      () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isLaggingQuery(queryKey) }),
      RELOAD_INTERVAL_MS,
    )
    return () => clearInterval(timer)
  }, [isLagging, queryClient])
  if (asOf === null) return null
  return (
    <Banner tone="warn" icon={WarnIcon}>
      {t('shell.lagging', { moment: formatMoment(asOf, zone) })}
    </Banner>
  )
}

const isLaggingQuery = (queryKey: readonly unknown[]): boolean => getLaggingAnswers().has(String(queryKey[1]))
/** Returns the earliest moment of the lagging answers that are on the screen; null if there are none. */
function findOldestMoment(queryClient: QueryClient): string | null {
  if (getLaggingAnswers().size === 0) return null
  const moments = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => isLaggingQuery(queryKey) })
    .map(({ queryKey }) => getLaggingAnswers().get(String(queryKey[1]))!)
  return moments.sort()[0] ?? null
}
/** Calls back when a lagging answer arrives or leaves the screen. */
function subscribeToScreen(queryClient: QueryClient, listener: () => void): () => void {
  const unsubscribeFromAnswers = subscribeToLaggingAnswers(listener)
  const unsubscribeFromQueries = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'observerAdded' || type === 'observerRemoved') listener()
  })
  return () => {
    unsubscribeFromAnswers()
    unsubscribeFromQueries()
  }
}
