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
import { inWeb } from '../../rules/feed'
import { CounterSheet } from './CounterSheet'
import { FindingList } from './FindingList'
import { isCountedInSums } from '@/offline/overlay'
import { counted, type FeedLine } from './judge'

/** Feeds at the line in this shift, the latest first, each with a button to reverse it. */
export function FeedLines({
  lines,
  refs,
  line: lineId,
  unread,
}: {
  lines: readonly FeedLine[]
  refs: Readonly<Record<string, string>>
  line: string | null
  /** Set if the lines could not be loaded. */
  unread: QueryState | null
}) {
  const { t } = useTranslation('feeding')
  const [taking, setTaking] = useState<FeedLine | null>(null)
  const materials = useNames(
    'material',
    lines.map((row) => row.materialId),
    refs,
  )
  const lots = useNames(
    'materialLot',
    lines.flatMap((row) => (row.lotId ? [row.lotId] : [])),
    refs,
  )
  const hoppers = useNames(
    'hopper',
    lines.flatMap((row) => row.hopperId ?? []),
    refs,
  )
  const own = lines.filter((row) => row.counterOf === null)
  // Packing is wrapped around the rolls and is not part of the web, so it has a total of its own.
  const fed = own.filter((row) => inWeb(row.kind))
  const packing = own.filter((row) => !inWeb(row.kind))
  return (
    <section className="feed-lines" aria-label={t('pages.rawMaterial.thisShift')}>
      <h2>
        {t('pages.rawMaterial.thisShift')}
        {own.length > 0 && (
          <small>
            {(fed.length > 0 || packing.length === 0) && <SumOf of={fed} lines={lines} />}
            {packing.length > 0 && (
              <>
                {fed.length > 0 && ' · '}
                {t('pages.rawMaterial.packing')} <SumOf of={packing} lines={lines} />
              </>
            )}
          </small>
        )}
      </h2>
      {own.length === 0 && unread && <NotLoadedView of={unread} />}
      {own.length === 0 && !unread && (
        <EmptyState
          title={t(lineId ? 'pages.rawMaterial.noneYet' : 'pages.rawMaterial.noLine')}
          next={t(lineId ? 'pages.rawMaterial.noneYetNext' : 'pages.rawMaterial.noLineNext')}
        />
      )}
      <ul>
        {own.map((row) => (
          <li key={row.id} className="ui-card">
            <LineFacts
              row={row}
              lines={lines}
              material={materials[row.materialId] ?? ''}
              lot={row.lotId ? (lots[row.lotId] ?? '') : ''}
              hopper={row.hopperId ? hoppers[row.hopperId] : undefined}
              person={row.userId ? refs[row.userId] : undefined}
              onTake={() => setTaking(row)}
            />
          </li>
        ))}
      </ul>
      {taking && (
        <CounterSheet
          line={taking}
          left={counted(taking, lines)}
          name={materials[taking.materialId] ?? ''}
          onClose={() => setTaking(null)}
        />
      )}
    </section>
  )
}

/** Number of feeds and their net mass. */
function SumOf({ of, lines }: { of: readonly FeedLine[]; lines: readonly FeedLine[] }) {
  const { t } = useTranslation('feeding')
  return (
    <>
      {t('pages.rawMaterial.feeds', { count: of.filter(isCountedInSums).length })} ·{' '}
      <Quantity value={of.reduce((sum, row) => sum + counted(row, lines), 0)} unit="kg" decimals={3} />
    </>
  )
}

interface LineProps {
  row: FeedLine
  lines: readonly FeedLine[]
  material: string
  lot: string
  hopper: string | undefined
  person: string | undefined
  onTake: () => void
}
function LineFacts({ row, lines, material, lot, hopper, person, onTake }: LineProps) {
  const { t } = useTranslation(['feeding', 'client'])
  const zone = usePlantZone()
  const mayTake = useCanCall(counterFeed)
  const left = counted(row, lines)
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
      {left < row.kg && isCountedInSums(row) && (
        <p className="feed-back">
          {t('pages.rawMaterial.takenBack')} <Quantity value={row.kg - left} unit="kg" decimals={3} />
          {left > 0 && (
            <>
              {' '}
              · {t('pages.rawMaterial.stands')} <Quantity value={left} unit="kg" decimals={3} />
            </>
          )}
        </p>
      )}
      <FindingList findings={row.findings} />
      {row.pending !== undefined && <UnsentNotice of={row.pending} />}
      {mayTake && left > 0 && (
        <div className="feed-line-foot">
          <Button onClick={onTake}>{t('actions.feed_counter')}</Button>
        </div>
      )}
    </>
  )
}
