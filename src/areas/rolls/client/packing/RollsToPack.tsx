import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { Button } from '@/client/ui/Button'
import { useNoNetworkReason } from '@/client/shell/use-no-network-reason'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { rollPackage, slitRoll } from '../../contract/slitting'
import { isHeld } from '../../rules/hold'
import { packProblem, rollPackage as machine } from '../../rules/package'
import { HeldMark } from '../hold/OnHold'

/** Rolls loaded at once. */
const SIZE = 20

/** Sorts packable rolls first, then by set in the given order, then by lane. */
function inOrder(rolls: readonly Row<typeof slitRoll>[]): Row<typeof slitRoll>[] {
  const sets = [...new Set(rolls.map(({ slitSetId }) => slitSetId))]
  return rolls.toSorted(
    (a, b) =>
      Number(packProblem(a) !== null) - Number(packProblem(b) !== null) ||
      sets.indexOf(a.slitSetId) - sets.indexOf(b.slitSetId) ||
      a.number.localeCompare(b.number),
  )
}

/**
 * Slit rolls of the given orders that are in no package, newest set first, each with a button to pack it. Renders
 * nothing if there are none.
 */
export function RollsToPack({
  orders,
  few,
  busy,
  asksOpen,
  onPack,
}: {
  /** Order ids, separated by commas. */
  orders: string
  /** Number of rolls until the list is expanded, so that the content below stays within reach. */
  few: number
  busy: boolean
  /** True if no package is chosen yet: open packages are then offered before a new one. */
  asksOpen: boolean
  /** Called with the open packages of the roll's order if `offersOpenPackages` is set. */
  onPack: (roll: Row<typeof slitRoll>, open: readonly Row<typeof rollPackage>[]) => void
}) {
  const { t } = useTranslation('rolls')
  const [all, setAll] = useState(false)
  const offline = useNoNetworkReason()
  const rolls = useList(slitRoll, { workOrderId: orders, state: 'made', size: SIZE })
  const packages = useList(
    rollPackage,
    { workOrderId: orders, state: machine.initial, size: 100 },
    asksOpen && rolls.rows.length > 0,
  )
  const openFor = (roll: Row<typeof slitRoll>) =>
    packages.rows.filter(
      (row) => row.state === machine.initial && row.workOrderId === roll.workOrderId && !isHeld(row.holds),
    )
  if (rolls.isLoading || packages.isLoading) return <SkeletonList />
  if (rolls.rows.length === 0) return rolls.error ? <NotLoadedView of={rolls} /> : null
  return (
    <section className="to-pack" aria-label={t('pages.packing.toPack')}>
      <h3>
        {t('pages.packing.toPack')} <span className="quiet">{rolls.total}</span>
      </h3>
      <ul>
        {inOrder(rolls.rows)
          .slice(0, all ? undefined : few)
          .map((roll) => {
            const problem = packProblem(roll)
            const why = isHeld(roll.holds) ? '' : problem && t(`pages.packing.${problem}`)
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
                  <StateBadge tone="warn">{t('slitRoll.options.grade.downgraded')}</StateBadge>
                )}
                <HeldMark holds={roll.holds} />
                {roll.kg !== null && <Quantity value={roll.kg} unit="kg" decimals={2} fixed />}
                <ExplainedButton
                  className="big"
                  disabledReason={busy ? '' : (offline ?? why)}
                  onClick={() => onPack(roll, openFor(roll))}
                >
                  {t('pages.packing.packRoll')}
                </ExplainedButton>
              </li>
            )
          })}
      </ul>
      {(all ? rolls.hasMore : rolls.rows.length > few) && (
        <Button block onClick={all ? rolls.loadMore : () => setAll(true)}>
          {t('pages.divideInteractive.more')}
        </Button>
      )}
    </section>
  )
}
