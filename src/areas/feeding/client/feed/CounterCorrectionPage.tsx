import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { useList, useRow } from '@/client/api/use-list'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { feed } from '../../contract/feed'
import { CounterDialog } from './CounterDialog'
import { calculateRemainingKg, type LocalFeedRow } from './check-feed-locally'

/** Correction of a counter-feed that waits on this phone or that the server refused. */
export function CounterCorrectionPage({
  unsent,
  title,
  viewTabs,
  onDone,
}: {
  unsent: UnsentCommand
  title: string
  viewTabs: ReactNode
  onDone: () => void
}) {
  const { t } = useTranslation('feeding')
  const id = String(unsent.body['id'])
  const { row, refs, isLoading } = useRow(feed, id)
  const counterFeeds = useList(feed, { counterOf: id, size: 100 })
  const feedRow = row as LocalFeedRow | null
  // The mass that the unsent command takes back can be taken back again by its correction.
  const remainingKg = feedRow
    ? calculateRemainingKg(
        { ...feedRow, takenBackKg: Math.max(0, (feedRow.takenBackKg ?? 0) - Number(unsent.body['kg'] ?? 0)) },
        counterFeeds.rows,
      )
    : 0
  return (
    <PageFrame title={title} subtitle={t('actions.feed_counter')}>
      {viewTabs}
      {isLoading || counterFeeds.isLoading ? (
        <SkeletonDetail />
      ) : (
        <CounterDialog
          feedRow={{ id, hopperId: feedRow?.hopperId ?? null }}
          remainingKg={remainingKg}
          materialName={feedRow ? (refs[feedRow.materialId] ?? '') : ''}
          unsent={unsent}
          onClose={onDone}
        />
      )}
    </PageFrame>
  )
}
