import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isUnreachable } from '@/client/api/api-error'
import { useRow } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { RowActionBar } from '@/client/resource/RowActionBar'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { EmptyState } from '@/client/ui/EmptyState'
import { ScanIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { rollPackage, slitRoll } from '@/areas/rolls/contract/slitting'
import { isCuttable } from '@/areas/rolls/rules/jumbo-roll'
import { OnHold, useHeldWord } from '../hold/OnHold'
import type { SlitRoll } from './cut-state'
import { SlitRollActions } from './SlitRollActions'
import type { ChosenSlitter } from './use-slitter'

/** The scanned item: a jumbo to cut, a slit roll with its actions, or a package to pack. */
export default function OpenedRow({
  id,
  place,
  onBack,
  onCut,
  onPack,
  onLabel,
}: {
  id: string
  place: ChosenSlitter
  onBack: () => void
  onCut: (jumboRollId: string) => void
  onPack: (id: string) => void
  onLabel: (id: string) => void
}) {
  const { t } = useTranslation(['rolls', 'contract'])
  const link = usePageLink()
  const jumbo = useRow(jumboRoll, id)
  const roll = useRow(slitRoll, id)
  const pack = useRow(rollPackage, id)
  const found = [
    { of: jumboRoll, kind: 'jumboRoll', ...jumbo },
    { of: slitRoll, kind: 'slitRoll', ...roll },
    { of: rollPackage, kind: 'package', ...pack },
  ].find((one) => one.row !== null)
  const held = useHeldWord(found?.row?.holds)
  if (!found?.row) {
    if (jumbo.isLoading || roll.isLoading || pack.isLoading)
      return (
        <PageFrame title={t('pages.divideInteractive.title')} onBack={onBack}>
          <SkeletonDetail />
        </PageFrame>
      )
    const failed = [jumbo, roll, pack].find((one) => one.error && !isUnreachable(one.error))
    if (failed?.error)
      return (
        <PageFrame title={t('pages.divideInteractive.title')} onBack={onBack}>
          <NotLoadedView of={{ error: failed.error, again: () => [jumbo, roll, pack].forEach((one) => one.again()) }} />
        </PageFrame>
      )
    return (
      <PageFrame title={t('pages.divideInteractive.title')} onBack={onBack}>
        <EmptyState
          icon={ScanIcon}
          title={t('pages.divideInteractive.unknownRow')}
          next={t('pages.divideInteractive.unknownRowNext')}
        />
      </PageFrame>
    )
  }
  const row = found.row
  const trace = link('qualityTracking', { kind: found.kind, of: row.id })
  const cuttable = found.kind === 'jumboRoll' && isCuttable(String(row['state'])) && place.chosen !== null
  return (
    <PageFrame
      primaryStaysAtBottom
      title={String(row['number'] ?? '')}
      sub={t(`${found.kind}.name`)}
      onBack={onBack}
      primary={
        <>
          {trace && (
            <Link className="ui-button" to={trace}>
              {t('actions.roll_trace')}
            </Link>
          )}
          <RowActionBar resource={found.kind} id={row.id} />
          {cuttable && (
            <ExplainedButton look="primary" disabledReason={held} onClick={() => onCut(row.id)}>
              {t('pages.divideInteractive.cutOn', { slitter: place.chosen?.name })}
            </ExplainedButton>
          )}
          {found.kind === 'package' && (
            <Button look="primary" onClick={() => onPack(row.id)}>
              {t('pages.divideInteractive.openPackage')}
            </Button>
          )}
        </>
      }
    >
      <OnHold holds={found.row.holds} />
      {found.kind === 'slitRoll' && (
        <SlitRollActions
          key={row.id}
          roll={found.row as SlitRoll}
          limits={place.limits}
          onLabel={() => onLabel(row.id)}
        />
      )}
      <ResourceDetailView of={found.of} row={row} refs={found.refs} />
    </PageFrame>
  )
}
