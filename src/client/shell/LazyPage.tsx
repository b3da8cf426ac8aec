import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageLoader } from '../area'
import { ErrorState } from '../ui/ErrorState'
import { SkeletonList } from '../ui/Skeleton'
import { recordTrouble } from '../ui/trouble'
import { loadFailedStyles } from './failed-styles'

/** Maximum time to load a page's code, ms (specification, section 9). */
export const PAGE_TIMEOUT = 120_000
const loaded = new WeakMap<PageLoader, ComponentType>()

function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('page timeout')), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Loads a page's code before it is displayed. Errors are only recorded: they are reported when the page is opened. */
export async function fetchAhead(load: PageLoader): Promise<void> {
  try {
    await loadFailedStyles()
    loaded.set(load, (await load()).default)
  } catch (error) {
    recordTrouble('page not fetched ahead', error)
  }
}

/** Displays a page whose code is loaded on first use; on failure it shows an error with a retry. */
export function LazyPage({ load, waiting, failed }: { load: PageLoader; waiting?: ReactNode; failed?: ReactNode }) {
  const { t } = useTranslation('client')
  const [Page, setPage] = useState<ComponentType | undefined>(() => loaded.get(load))
  const [error, setError] = useState<Error | null>(null)
  const [tries, setTries] = useState(0)
  const again = useCallback(() => {
    setError(null)
    setTries((n) => n + 1)
  }, [])
  useEffect(() => {
    if (Page) return
    let gone = false
    inTime(loadFailedStyles().then(load), PAGE_TIMEOUT).then(
      (module) => {
        loaded.set(load, module.default)
        if (!gone) setPage(() => module.default)
      },
      (reason: unknown) => {
        if (!gone) setError(reason instanceof Error ? reason : new Error(String(reason)))
      },
    )
    return () => {
      gone = true
    }
  }, [load, tries, Page])
  if (Page) return <Page />
  if (!error)
    return waiting === undefined ? (
      <div className="pad">
        <SkeletonList />
      </div>
    ) : (
      waiting
    )
  return failed === undefined ? (
    <ErrorState
      what={t('shell.pageNotLoaded')}
      kept={t('shell.workKept')}
      todo={t('shell.pageNotLoadedTodo')}
      onRetry={again}
    />
  ) : (
    failed
  )
}
