import '../../antd'
import DotLoading from 'antd-mobile/es/components/dot-loading'
import InfiniteScroll from 'antd-mobile/es/components/infinite-scroll'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button'
import type { ListProps } from './columns'

/** Distance from the end, px, at which more rows are requested: about ten cards. */
const PRELOAD_PX = 900

/** The end of a list: loads more rows, offers a retry after a failure, and says when there are no more. */
export function CardListEnd({
  rowCount,
  onEnd,
  showsEnd,
}: {
  rowCount: number
  onEnd: ListProps<unknown>['onEnd']
  /** True if the list is long enough for its end to be worth mentioning. */
  showsEnd: boolean
}) {
  const { t } = useTranslation('client')
  const loadMore = useMoreRows(rowCount, onEnd)
  if (!onEnd && !showsEnd) return null
  return (
    <InfiniteScroll loadMore={loadMore} hasMore={onEnd !== undefined} threshold={PRELOAD_PX}>
      {(hasMore, failed, retry) => (
        <div role="status" className="ui-cards-end cluster middle">
          {!hasMore && t('ui.table.end')}
          {hasMore && failed && (
            <>
              {t('ui.table.moreFailed')}
              <Button onClick={retry}>{t('ui.error.retry')}</Button>
            </>
          )}
          {hasMore && !failed && (
            <>
              {t('ui.table.more')}
              <DotLoading />
            </>
          )}
        </div>
      )}
    </InfiniteScroll>
  )
}

/**
 * Returns the function that InfiniteScroll calls at the end of the list. InfiniteScroll calls it again as soon as its
 * promise resolves. Therefore, if `onEnd` returns nothing, the promise waits until the number of rows changes.
 */
function useMoreRows(rowCount: number, onEnd: ListProps<unknown>['onEnd']): () => Promise<void> {
  const onRowsChanged = useRef<() => void>(() => undefined)
  const previousCount = useRef(rowCount)
  useEffect(() => {
    if (previousCount.current === rowCount) return
    previousCount.current = rowCount
    onRowsChanged.current()
  })
  return async () => {
    const wasLoaded = await onEnd?.()
    if (wasLoaded === false) throw new Error('more rows not loaded')
    if (wasLoaded === undefined)
      await new Promise<void>((resolve) => {
        onRowsChanged.current = resolve
      })
  }
}
