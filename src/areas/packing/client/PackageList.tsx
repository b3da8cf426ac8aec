import { useState, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { SearchField } from '@/client/ui/SearchBar'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { RollIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { existingPackageStates } from '../rules/package'
import { cutOrder, cutting, slitSet } from '@/areas/slitting/contract/slitting'
import { rollPackage } from '../contract/package'
import { HeldBadge } from '@/areas/rolls/client/shared/HoldNotice'
import { packageTones } from './package-tones'
import type { SlitterLine } from '@/areas/slitting/client/shared/use-slitter'

/**
 * List of packages, newest first, which can be filtered by state and searched. At a slitter, the list initially shows
 * only the packages of the slitter's orders.
 */
export function PackageList({
  slitter,
  showsWholePlant,
  onShowWholePlant,
  onOpen,
  renderRollsToPack,
}: {
  slitter: SlitterLine | null
  /** True to list packages of the whole plant. */
  showsWholePlant: boolean
  onShowWholePlant: (showsWholePlant: boolean) => void
  onOpen: (id: string) => void
  /**
   * Renders the rolls of these orders that are still to be packed. `orderIds` is comma-separated, null while loading.
   */
  renderRollsToPack: (orderIds: string | null) => ReactNode
}) {
  const { t } = useTranslation(['packing', 'slitting', 'client'])
  const [keyword, setKeyword] = useState('')
  const [state, setState] = useState<string | null>(null)
  const ownOrderIds = useSlitterOrders(slitter?.id ?? null)
  // A slitter without orders has no packages of its own. While its orders load, the slitter counts as having some.
  const hasOwnOrders = slitter !== null && ownOrderIds !== ''
  const showsOwnOrdersOnly = hasOwnOrders && !showsWholePlant
  const filters = { ...(keyword ? { keyword } : {}), ...(state ? { state } : {}) }
  const query = useList(
    rollPackage,
    { size: 50, ...filters, ...(showsOwnOrdersOnly && ownOrderIds ? { workOrderId: ownOrderIds } : {}) },
    { enabled: !showsOwnOrdersOnly || ownOrderIds !== null },
  )
  const { refs, total, hasMore, loadMore } = query
  const isLoading = query.isLoading || (showsOwnOrdersOnly && ownOrderIds === null)
  const isFiltered = Object.keys(filters).length > 0 || showsOwnOrdersOnly
  return (
    <>
      <div className="package-search stack">
        <SearchField value={keyword} onChange={setKeyword} label={t('pages.packing.search')} />
        {hasOwnOrders && (
          <fieldset className="choices cluster" aria-label={t('pages.packing.of')}>
            {([false, true] as const).map((wholePlant) => (
              <button
                key={String(wholePlant)}
                type="button"
                aria-pressed={showsWholePlant === wholePlant}
                onClick={() => onShowWholePlant(wholePlant)}
              >
                {t(wholePlant ? 'pages.packing.plant' : 'pages.packing.ownOrders', { slitter: slitter.code })}
              </button>
            ))}
          </fieldset>
        )}
        <fieldset className="choices cluster" aria-label={t('package.fields.state')}>
          {existingPackageStates.map((packageState) => (
            <button
              key={packageState}
              type="button"
              aria-pressed={state === packageState}
              onClick={() => setState(state === packageState ? null : packageState)}
            >
              {t(`package.options.state.${packageState}`)}
            </button>
          ))}
        </fieldset>
      </div>
      {showsOwnOrdersOnly && !keyword && !state && renderRollsToPack(ownOrderIds)}
      <QueryBoundary query={{ ...query, isLoading }} skeleton={<SkeletonList />}>
        {(rows) => (
          <>
            {rows.length === 0 && (
              <EmptyState
                icon={RollIcon}
                title={t(isFiltered ? 'pages.packing.noneFound' : 'pages.divideInteractive.noPackages')}
                advice={t(isFiltered ? 'pages.packing.noneFoundNext' : 'pages.divideInteractive.noPackagesNext')}
              >
                {showsOwnOrdersOnly && (
                  <Button onClick={() => onShowWholePlant(true)}>{t('pages.packing.plant')}</Button>
                )}
              </EmptyState>
            )}
            {rows.length > 0 && <p className="quiet">{t('pages.packing.count', { count: total })}</p>}
            <ul className="package-rows">
              {rows.map((row) => (
                <li key={row.id}>
                  <button type="button" className="ui-card" onClick={() => onOpen(row.id)}>
                    <span className="row">
                      <b>{row.number}</b>
                      <StateBadge tone={packageTones[row.state]}>{t(`package.options.state.${row.state}`)}</StateBadge>
                    </span>
                    <span className="quiet">
                      {[refs[row.workOrderId], row.customerId ? refs[row.customerId] : null, row.place]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                    <HeldBadge holds={row.holds} />
                    <span>
                      {t('slitting:pages.divideInteractive.rollsOf', { count: row.rolls })} ·{' '}
                      <Quantity value={row.netKg} unit="kg" decimals={1} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryBoundary>
      {hasMore && (
        <Button block onClick={loadMore}>
          {t('slitting:pages.divideInteractive.more')}
        </Button>
      )}
    </>
  )
}

/** Maximum number of recent sets and of queue entries to load. 100 sets cover more than two days. */
const MAX_ROWS = 100

/**
 * Returns the ids of the orders that a slitter works on, comma-separated: the orders of its recent sets, of its current
 * cutting and of its queue. Null while loading, empty if there are none.
 */
function useSlitterOrders(slitterId: string | null): string | null {
  const filter = { slitterId: slitterId ?? '' }
  const isEnabled = slitterId !== null
  const sets = useList(slitSet, { ...filter, state: 'made', size: MAX_ROWS }, { enabled: isEnabled })
  const cuttings = useList(cutting, { ...filter, state: 'open', size: 1 }, { enabled: isEnabled })
  const queue = useList(cutOrder, { ...filter, size: MAX_ROWS }, { enabled: isEnabled })
  const isLoaded = isEnabled && ![sets, cuttings, queue].some((list) => list.isLoading)
  return useMemo(() => {
    if (!isLoaded) return null
    const lanes = [...sets.rows, ...cuttings.rows].flatMap((row) => row.lanes)
    const queuedLanes = queue.rows.flatMap((row) => [{ workOrderId: row.workOrderId }, ...row.lanes])
    return [...new Set([...lanes, ...queuedLanes].flatMap(({ workOrderId }) => workOrderId ?? []))].sort().join(',')
  }, [isLoaded, sets.rows, cuttings.rows, queue.rows])
}
