import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { useNoNetworkReason } from '@/client/shell/SyncIndicator'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { rollPackage } from '../contract/package'
import { isHeld } from '@/areas/rolls/rules/hold'
import { findPackProblem, packageLifecycle } from '../rules/package'
import { HeldBadge } from '@/areas/rolls/client/shared/HoldNotice'

/** Number of rolls loaded at once. */
const PAGE_SIZE = 20

/** Sorts packable rolls first, then by set in the given order, then by lane. */
function sortForPacking(rolls: readonly Row<typeof slitRoll>[]): Row<typeof slitRoll>[] {
  const setIds = [...new Set(rolls.map(({ slitSetId }) => slitSetId))]
  return rolls.toSorted(
    (a, b) =>
      Number(findPackProblem(a) !== null) - Number(findPackProblem(b) !== null) ||
      setIds.indexOf(a.slitSetId) - setIds.indexOf(b.slitSetId) ||
      a.number.localeCompare(b.number),
  )
}

/**
 * Slit rolls of the given orders that are in no package, newest set first, each with a button to pack it. Renders
 * nothing if there are none.
 */
export function RollsToPackSection({
  orderIds,
  collapsedCount,
  busy,
  offersOpenPackages,
  onPack,
}: {
  /** Order ids, separated by commas. */
  orderIds: string
  /** Number of rolls displayed before the list is expanded, so that the content below stays within reach. */
  collapsedCount: number
  busy: boolean
  /** True if no package is chosen yet. Open packages are then offered before a new package. */
  offersOpenPackages: boolean
  /** Called with the open packages of the roll's order if `offersOpenPackages` is set. */
  onPack: (roll: Row<typeof slitRoll>, openPackages: readonly Row<typeof rollPackage>[]) => void
}) {
  const { t } = useTranslation(['packing', 'slitting'])
  const [isExpanded, setExpanded] = useState(false)
  const offlineReason = useNoNetworkReason()
  const rolls = useList(slitRoll, { workOrderId: orderIds, state: 'made', size: PAGE_SIZE })
  const packages = useList(
    rollPackage,
    { workOrderId: orderIds, state: packageLifecycle.initial, size: 100 },
    { enabled: offersOpenPackages && rolls.rows.length > 0 },
  )
  const getOpenPackages = (roll: Row<typeof slitRoll>) =>
    packages.rows.filter(
      (row) => row.state === packageLifecycle.initial && row.workOrderId === roll.workOrderId && !isHeld(row.holds),
    )
  if (rolls.isLoading || packages.isLoading) return <SkeletonList />
  if (rolls.rows.length === 0) return rolls.error ? <NotLoadedView query={rolls} /> : null
  return (
    <section className="to-pack" aria-label={t('pages.packing.toPack')}>
      <h3>
        {t('pages.packing.toPack')} <span className="quiet">{rolls.total}</span>
      </h3>
      <ul>
        {sortForPacking(rolls.rows)
          .slice(0, isExpanded ? undefined : collapsedCount)
          .map((roll) => {
            const problem = findPackProblem(roll)
            const blockReason = isHeld(roll.holds) ? '' : problem && t(`pages.packing.${problem}`)
            return (
              <li key={roll.id} className="ui-card row">
                <span>
                  {roll.number}
                  <br />
                  <span className="quiet">
                    {[rolls.refs[roll.workOrderId ?? ''], `${roll.widthMm} mm`].filter(Boolean).join(' · ')}
                  </span>
                </span>
                {roll.grade === 'downgraded' && (
                  <StateBadge tone="warn">{t('slitting:slitRoll.options.grade.downgraded')}</StateBadge>
                )}
                <HeldBadge holds={roll.holds} />
                {roll.kg !== null && <Quantity value={roll.kg} unit="kg" decimals={2} hasFixedDecimals />}
                <ExplainedButton
                  className="big"
                  disabledReason={busy ? '' : (offlineReason ?? blockReason)}
                  onClick={() => onPack(roll, getOpenPackages(roll))}
                >
                  {t('pages.packing.packRoll')}
                </ExplainedButton>
              </li>
            )
          })}
      </ul>
      {(isExpanded ? rolls.hasMore : rolls.rows.length > collapsedCount) && (
        <Button block onClick={isExpanded ? rolls.loadMore : () => setExpanded(true)}>
          {t('slitting:pages.divideInteractive.more')}
        </Button>
      )}
    </section>
  )
}
