import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageSkeleton } from '@/client/ui/Skeleton'
import type { PageLoader } from '../area'
import { ErrorState } from '../ui/ErrorState'
import { OfflineState } from '../ui/Notice'
import { recordTrouble } from '../ui/trouble'
import { loadFailedStyles } from './failed-styles'

/** Maximum time to load a page's code, ms (specification, section 9). */
export const PAGE_TIMEOUT_MS = 120_000
const loadedPages = new WeakMap<PageLoader, ComponentType>()

function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('page timeout')), timeoutMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Loads a page's code before it is displayed. Errors are only recorded, because opening the page reports them. */
export async function prefetchPage(load: PageLoader): Promise<void> {
  try {
    await loadFailedStyles()
    loadedPages.set(load, (await load()).default)
  } catch (error) {
    recordTrouble('page not fetched ahead', error)
  }
}

/** Displays a page whose code is loaded on first use; on failure it shows an error with a retry. */
export function LazyPage({
  load,
  loadingFallback,
  errorFallback,
}: {
  load: PageLoader
  loadingFallback?: ReactNode
  errorFallback?: ReactNode
}) {
  const { t } = useTranslation('client')
  const [Page, setPage] = useState<ComponentType | undefined>(() => loadedPages.get(load))
  const [error, setError] = useState<Error | null>(null)
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => {
    setError(null)
    setAttempt((n) => n + 1)
  }, [])
  useEffect(() => {
    if (Page) return
    let isUnmounted = false
    withTimeout(loadFailedStyles().then(load), PAGE_TIMEOUT_MS).then(
      (module) => {
        loadedPages.set(load, module.default)
        if (!isUnmounted) setPage(() => module.default)
      },
      (reason: unknown) => {
        if (!isUnmounted) setError(reason instanceof Error ? reason : new Error(String(reason)))
      },
    )
    return () => {
      isUnmounted = true
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt loads again
  }, [load, attempt, Page])
  if (Page) return <Page />
  if (!error) return loadingFallback === undefined ? <PageSkeleton shape="list" /> : loadingFallback
  if (errorFallback !== undefined) return errorFallback
  if (!navigator.onLine) return <OfflineState onRetry={retry} />
  return (
    <ErrorState
      title={t('shell.pageNotLoaded')}
      detail={t('shell.workKept')}
      advice={t('shell.pageNotLoadedTodo')}
      onRetry={retry}
    />
  )
}
