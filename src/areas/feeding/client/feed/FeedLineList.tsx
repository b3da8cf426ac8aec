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
import { Quantity } from '@/client/ui/Quantity'
import { counterFeed } from '../../contract/feed'
import { isInWeb } from '../../rules/feed'
import { CounterDialog } from './CounterDialog'
import { FindingList } from './FindingList'
import { isCountedInSums } from '@/offline/overlay'
import { calculateCountedKg, type FeedLine } from './check-feed-locally'

/** Feeds at the line in this shift, the latest first, each with a button to reverse it. */
export function FeedLineList({
  lines,
  refs,
  line: lineId,
  loadError,
}: {
  lines: readonly FeedLine[]
  refs: Readonly<Record<string, string>>
  line: string | null
  /** Set if the lines could not be loaded. */
  loadError: QueryState | null
}) {
  const { t } = useTranslation('feeding')
  const [counteredLine, setCounteredLine] = useState<FeedLine | null>(null)
  const materialNames = useNames(
    'material',
    lines.map((row) => row.materialId),
    refs,
  )
  const lotNames = useNames(
    'materialLot',
    lines.flatMap((row) => (row.lotId ? [row.lotId] : [])),
    refs,
  )
  const hopperNames = useNames(
    'hopper',
    lines.flatMap((row) => row.hopperId ?? []),
    refs,
  )
  const feedRows = lines.filter((row) => row.counterOf === null)
  // Packing is wrapped around the rolls and is not part of the web, so it has a total of its own.
  const webRows = feedRows.filter((row) => isInWeb(row.kind))
  const packingRows = feedRows.filter((row) => !isInWeb(row.kind))
  return (
    <section className="feed-lines" aria-label={t('pages.rawMaterial.thisShift')}>
      <h2>
        {t('pages.rawMaterial.thisShift')}
        {feedRows.length > 0 && (
          <small>
            {(webRows.length > 0 || packingRows.length === 0) && <FeedSummary feeds={webRows} lines={lines} />}
            {packingRows.length > 0 && (
              <>
                {webRows.length > 0 && ' · '}
                {t('pages.rawMaterial.packing')} <FeedSummary feeds={packingRows} lines={lines} />
              </>
            )}
          </small>
        )}
      </h2>
      {feedRows.length === 0 && loadError && <NotLoadedView of={loadError} />}
      {feedRows.length === 0 && !loadError && (
        <EmptyState
          title={t(lineId ? 'pages.rawMaterial.noneYet' : 'pages.rawMaterial.noLine')}
          next={t(lineId ? 'pages.rawMaterial.noneYetNext' : 'pages.rawMaterial.noLineNext')}
        />
      )}
      <ul>
        {feedRows.map((row) => (
          <li key={row.id} className="ui-card">
            <FeedLineRow
              row={row}
              lines={lines}
              material={materialNames[row.materialId] ?? ''}
              lot={row.lotId ? (lotNames[row.lotId] ?? '') : ''}
              hopper={row.hopperId ? hopperNames[row.hopperId] : undefined}
              person={row.userId ? refs[row.userId] : undefined}
              onCounter={() => setCounteredLine(row)}
            />
          </li>
        ))}
      </ul>
      {counteredLine && (
        <CounterDialog
          line={counteredLine}
          remainingKg={calculateCountedKg(counteredLine, lines)}
          materialName={materialNames[counteredLine.materialId] ?? ''}
          onClose={() => setCounteredLine(null)}
        />
      )}
    </section>
  )
}

/** Number of feeds and their net mass. */
function FeedSummary({ feeds, lines }: { feeds: readonly FeedLine[]; lines: readonly FeedLine[] }) {
  const { t } = useTranslation('feeding')
  return (
    <>
      {t('pages.rawMaterial.feeds', { count: feeds.filter(isCountedInSums).length })} ·{' '}
      <Quantity value={feeds.reduce((sum, row) => sum + calculateCountedKg(row, lines), 0)} unit="kg" decimals={3} />
    </>
  )
}

interface FeedLineRowProps {
  row: FeedLine
  lines: readonly FeedLine[]
  material: string
  lot: string
  hopper: string | undefined
  person: string | undefined
  onCounter: () => void
}
function FeedLineRow({ row, lines, material, lot, hopper, person, onCounter }: FeedLineRowProps) {
  const { t } = useTranslation(['feeding', 'client'])
  const zone = usePlantZone()
  const canCounter = useCanCall(counterFeed)
  const remainingKg = calculateCountedKg(row, lines)
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
              · {t('pages.rawMaterial.stands')} <Quantity value={remainingKg} unit="kg" decimals={3} />
            </>
          )}
        </p>
      )}
      <FindingList findings={row.findings} />
      {row.pending !== undefined && <UnsentNotice of={row.pending} />}
      {canCounter && remainingKg > 0 && (
        <div className="feed-line-foot">
          <Button onClick={onCounter}>{t('actions.feed_counter')}</Button>
        </div>
      )}
    </>
  )
}
