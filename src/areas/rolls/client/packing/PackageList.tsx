import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { SearchField } from '@/client/resource/SearchField'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { RollIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { standingPackages } from '../../rules/package'
import { rollPackage } from '../../contract/slitting'
import { HeldMark } from '../hold/OnHold'
import { packageTones } from '../slitter/tones'
import type { Line } from '../slitter/use-slitter'
import { useOwnOrders } from './use-own-orders'

/**
 * Packages, newest first, filtered by state and by number, place or note. At a slitter the list starts with the
 * packages of its orders.
 */
export function PackageList({
  slitter,
  plant,
  onPlant,
  onOpen,
  toPack,
}: {
  slitter: Line | null
  /** True to list packages of the whole plant. */
  plant: boolean
  onPlant: (plant: boolean) => void
  onOpen: (id: string) => void
  /** Renders the rolls of these orders that are still to be packed. */
  toPack: (orders: string | null) => ReactNode
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const [keyword, setKeyword] = useState('')
  const [state, setState] = useState<string | null>(null)
  const own = useOwnOrders(slitter?.id ?? null)
  // A slitter without orders has no packages of its own.
  const offered = slitter !== null && own !== ''
  const narrowed = offered && !plant
  const filters = { ...(keyword ? { keyword } : {}), ...(state ? { state } : {}) }
  const found = useList(
    rollPackage,
    { size: 50, ...filters, ...(narrowed && own ? { workOrderId: own } : {}) },
    !narrowed || own !== null,
  )
  const { rows, refs, total, error, again, hasMore, loadMore: more } = found
  const isLoading = found.isLoading || (narrowed && own === null)
  const filtered = Object.keys(filters).length > 0 || narrowed
  return (
    <>
      <div className="package-search">
        <SearchField value={keyword} onChange={setKeyword} label={t('pages.packing.search')} />
        {offered && (
          <fieldset className="choices" aria-label={t('pages.packing.of')}>
            {([false, true] as const).map((all) => (
              <button key={String(all)} type="button" aria-pressed={plant === all} onClick={() => onPlant(all)}>
                {t(all ? 'pages.packing.plant' : 'pages.packing.ownOrders', { slitter: slitter.code })}
              </button>
            ))}
          </fieldset>
        )}
        <fieldset className="choices" aria-label={t('package.fields.state')}>
          {standingPackages.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={state === one}
              onClick={() => setState(state === one ? null : one)}
            >
              {t(`package.options.state.${one}`)}
            </button>
          ))}
        </fieldset>
      </div>
      {narrowed && !keyword && !state && toPack(own)}
      {isLoading && <SkeletonList />}
      {error && rows.length === 0 && <NotLoadedView of={{ error, again }} />}
      {!isLoading && !error && rows.length === 0 && (
        <EmptyState
          icon={RollIcon}
          title={t(filtered ? 'pages.packing.noneFound' : 'pages.divideInteractive.noPackages')}
          next={t(filtered ? 'pages.packing.noneFoundNext' : 'pages.divideInteractive.noPackagesNext')}
        >
          {narrowed && <Button onClick={() => onPlant(true)}>{t('pages.packing.plant')}</Button>}
        </EmptyState>
      )}
      {rows.length > 0 && <p className="quiet">{t('pages.packing.count', { count: total })}</p>}
      <ul className="lane-rows">
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
              <HeldMark holds={row.holds} />
              <span>
                {t('pages.divideInteractive.rollsOf', { count: row.rolls })} ·{' '}
                <Quantity value={row.netKg} unit="kg" decimals={1} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button block onClick={more}>
          {t('pages.divideInteractive.more')}
        </Button>
      )}
    </>
  )
}
