import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { formatClock } from '@/client/format/time'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { NotLoadedView, type QueryState } from '@/client/resource/NotLoadedView'
import { UnsentNotice } from '@/client/resource/UnsentBadge'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonList } from '@/client/ui/Skeleton'
import { Quantity } from '@/client/ui/Quantity'
import { counterFeed } from '../../contract/feed'
import { isWebMaterial } from '../../rules/feed'
import { CounterDialog } from './CounterDialog'
import { FindingList } from './FindingList'
import { isCountedInSums } from '@/offline/overlay'
import { calculateFedKg, type LocalFeedRow } from './check-feed-locally'

/** Feeds at the production line in this shift, the latest first, each with a button to reverse it. */
export function ShiftFeedList({
  shiftFeeds,
  refs,
  lineId,
  isLoading,
  loadError,
}: {
  shiftFeeds: readonly LocalFeedRow[]
  refs: Readonly<Record<string, string>>
  lineId: string | null
  isLoading: boolean
  /** Set if the feeds could not be loaded. */
  loadError: QueryState | null
}) {
  const { t } = useTranslation('feeding')
  const [feedToCounter, setFeedToCounter] = useState<LocalFeedRow | null>(null)
  const materialNames = useNames(
    'material',
    shiftFeeds.map((row) => row.materialId),
    refs,
  )
  const lotNames = useNames(
    'materialLot',
    shiftFeeds.flatMap((row) => (row.lotId ? [row.lotId] : [])),
    refs,
  )
  const hopperNames = useNames(
    'hopper',
    shiftFeeds.flatMap((row) => row.hopperId ?? []),
    refs,
  )
  const feedRows = shiftFeeds.filter((row) => row.counterOf === null)
  // Packing is wrapped around the rolls and is not part of the web, so it has a separate total.
  const webRows = feedRows.filter((row) => isWebMaterial(row.kind))
  const packingRows = feedRows.filter((row) => !isWebMaterial(row.kind))
  return (
    <section className="feed-entries" aria-label={t('pages.rawMaterial.thisShift')}>
      <h2>
        {t('pages.rawMaterial.thisShift')}
        {feedRows.length > 0 && (
          <small>
            {(webRows.length > 0 || packingRows.length === 0) && (
              <FeedSummary feeds={webRows} shiftFeeds={shiftFeeds} />
            )}
            {packingRows.length > 0 && (
              <>
                {webRows.length > 0 && ' · '}
                {t('pages.rawMaterial.packing')} <FeedSummary feeds={packingRows} shiftFeeds={shiftFeeds} />
              </>
            )}
          </small>
        )}
      </h2>
      {feedRows.length === 0 && loadError && <NotLoadedView query={loadError} />}
      {feedRows.length === 0 && isLoading && <SkeletonList />}
      {feedRows.length === 0 && !isLoading && !loadError && (
        <EmptyState
          title={t(lineId ? 'pages.rawMaterial.noneYet' : 'pages.rawMaterial.noLine')}
          advice={t(lineId ? 'pages.rawMaterial.noneYetNext' : 'pages.rawMaterial.noLineNext')}
        />
      )}
      <ul>
        {feedRows.map((row) => (
          <li key={row.id} className="ui-card">
            <FeedListEntry
              row={row}
              shiftFeeds={shiftFeeds}
              material={materialNames[row.materialId] ?? ''}
              lot={row.lotId ? (lotNames[row.lotId] ?? '') : ''}
              hopper={row.hopperId ? hopperNames[row.hopperId] : undefined}
              person={row.userId ? refs[row.userId] : undefined}
              onCounter={() => setFeedToCounter(row)}
            />
          </li>
        ))}
      </ul>
      {feedToCounter && (
        <CounterDialog
          feedRow={feedToCounter}
          remainingKg={calculateFedKg(feedToCounter, shiftFeeds)}
          materialName={materialNames[feedToCounter.materialId] ?? ''}
          onClose={() => setFeedToCounter(null)}
        />
      )}
    </section>
  )
}

/** Number of feeds and their net mass. */
function FeedSummary({ feeds, shiftFeeds }: { feeds: readonly LocalFeedRow[]; shiftFeeds: readonly LocalFeedRow[] }) {
  const { t } = useTranslation('feeding')
  return (
    <>
      {t('pages.rawMaterial.feeds', { count: feeds.filter(isCountedInSums).length })} ·{' '}
      <Quantity value={feeds.reduce((sum, row) => sum + calculateFedKg(row, shiftFeeds), 0)} unit="kg" decimals={3} />
    </>
  )
}

interface FeedListEntryProps {
  row: LocalFeedRow
  shiftFeeds: readonly LocalFeedRow[]
  material: string
  lot: string
  hopper: string | undefined
  person: string | undefined
  onCounter: () => void
}
function FeedListEntry({ row, shiftFeeds, material, lot, hopper, person, onCounter }: FeedListEntryProps) {
  const { t } = useTranslation(['feeding', 'client'])
  const zone = usePlantZone()
  const canCounter = useCanCall(counterFeed)
  const remainingKg = calculateFedKg(row, shiftFeeds)
  return (
    <>
      <p className="feed-line-head">
        <span>{formatClock(row.fedAt, zone)}</span>
        <b>{material}</b>
        <strong>
          <Quantity value={row.kg} unit="kg" decimals={3} />
        </strong>
      </p>
      <p className="quiet">{[lot, hopper, person].filter(Boolean).join(' · ')}</p>
      {remainingKg < row.kg && isCountedInSums(row) && (
        <p className="feed-back">
          {t('pages.rawMaterial.takenBack')} <Quantity value={row.kg - remainingKg} unit="kg" decimals={3} />
          {remainingKg > 0 && (
            <>
              {' '}
              · {t('pages.rawMaterial.stillValid')} <Quantity value={remainingKg} unit="kg" decimals={3} />
            </>
          )}
        </p>
      )}
      <FindingList findings={row.findings} />
      {row.pending !== undefined && <UnsentNotice pending={row.pending} />}
      {canCounter && remainingKg > 0 && (
        <div className="feed-line-foot">
          <Button onClick={onCounter}>{t('actions.feed_counter')}</Button>
        </div>
      )}
    </>
  )
}
