import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isServerUnreachable } from '@/client/api/api-error'
import { useRow } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { RowActionBar } from '@/client/resource/RowActionBar'
import { usePageLink } from '@/client/shell/use-page-link'
import { ExplainedButton } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { isCuttable } from '@/areas/rolls/rules/jumbo-roll'
import { HoldNotice, useHoldReason } from '@/areas/rolls/client/shared/HoldNotice'
import type { StoredSlitRoll } from './displayed-sets'
import { SlitRollActionBar } from './SlitRollActionBar'
import type { SlitterChoice } from '../shared/use-slitter'

/** Page of a scanned item: a jumbo to cut, or a slit roll with its actions. */
export default function ScannedRowPage({
  id,
  slitterChoice,
  onBack,
  onCut,
  fallbackView,
  onLabel,
}: {
  id: string
  slitterChoice: SlitterChoice
  onBack: () => void
  onCut: (jumboRollId: string) => void
  /** Rendered if the item is neither a jumbo nor a slit roll. */
  fallbackView: ReactNode
  onLabel: (id: string) => void
}) {
  const { t } = useTranslation(['slitting', 'contract'])
  const link = usePageLink()
  const jumboQuery = useRow(jumboRoll, id)
  const rollQuery = useRow(slitRoll, id)
  const scannedRow = [
    { resource: jumboRoll, kind: 'jumboRoll', ...jumboQuery },
    { resource: slitRoll, kind: 'slitRoll', ...rollQuery },
  ].find((query) => query.row !== null)
  const holdReason = useHoldReason(scannedRow?.row?.holds)
  if (!scannedRow?.row) {
    const pendingQuery = [jumboQuery, rollQuery].find((query) => query.isLoading)
    const failedQuery = [jumboQuery, rollQuery].find((query) => query.error && !isServerUnreachable(query.error))
    if (!pendingQuery && !failedQuery?.error) return fallbackView
    return (
      <PageFrame title={t('pages.divideInteractive.title')} onBack={onBack}>
        {pendingQuery || !failedQuery?.error ? (
          <SkeletonDetail />
        ) : (
          <NotLoadedView
            query={{
              error: failedQuery.error,
              refetch: () => [jumboQuery, rollQuery].forEach((query) => query.refetch()),
            }}
          />
        )}
      </PageFrame>
    )
  }
  const row = scannedRow.row
  const traceLink = link('qualityTracking', { kind: scannedRow.kind, of: row.id })
  const canCut =
    scannedRow.kind === 'jumboRoll' && isCuttable(String(row['state'])) && slitterChoice.chosenSlitter !== null
  return (
    <PageFrame
      primaryStaysAtBottom
      title={String(row['number'] ?? '')}
      subtitle={t(`${scannedRow.kind}.name`)}
      onBack={onBack}
      primary={
        <>
          {traceLink && (
            <Link className="ui-button" to={traceLink}>
              {t('pages.divideInteractive.trace')}
            </Link>
          )}
          <RowActionBar resource={scannedRow.kind} id={row.id} />
          {canCut && (
            <ExplainedButton look="primary" disabledReason={holdReason} onClick={() => onCut(row.id)}>
              {t('pages.divideInteractive.cutOn', { slitter: slitterChoice.chosenSlitter?.name })}
            </ExplainedButton>
          )}
        </>
      }
    >
      <HoldNotice holds={scannedRow.row.holds} />
      {scannedRow.kind === 'slitRoll' && (
        <SlitRollActionBar
          key={row.id}
          roll={scannedRow.row as StoredSlitRoll}
          limits={slitterChoice.limits}
          onLabel={() => onLabel(row.id)}
        />
      )}
      <ResourceDetailView resource={scannedRow.resource} row={row} refs={scannedRow.refs} />
    </PageFrame>
  )
}
