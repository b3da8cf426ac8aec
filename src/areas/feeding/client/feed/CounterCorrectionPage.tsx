import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { useList, useRow } from '@/client/api/use-list'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { feed } from '../../contract/feed'
import { CounterDialog } from './CounterDialog'
import { calculateRemainingKg, type FeedLine } from './check-feed-locally'

/** Correction of a counter-line that waits on this phone or that the server refused. */
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
  const counters = useList(feed, { counterOf: id, size: 100 })
  const line = row as FeedLine | null
  // The unsent command's own amount is available to its correction again.
  const remainingKg = line
    ? calculateRemainingKg(
        { ...line, takenBackKg: Math.max(0, (line.takenBackKg ?? 0) - Number(unsent.body['kg'] ?? 0)) },
        counters.rows,
      )
    : 0
  return (
    <PageFrame title={title} sub={t('actions.feed_counter')}>
      {viewTabs}
      {isLoading || counters.isLoading ? (
        <SkeletonDetail />
      ) : (
        <CounterDialog
          line={{ id, hopperId: line?.hopperId ?? null }}
          remainingKg={remainingKg}
          materialName={line ? (refs[line.materialId] ?? '') : ''}
          unsent={unsent}
          onClose={onDone}
        />
      )}
    </PageFrame>
  )
}
