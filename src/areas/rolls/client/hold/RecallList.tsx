import { useTranslation } from 'react-i18next'
import type { InOf, OutOf } from '@/contract/endpoint'
import { useCall } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { usePlantZone } from '@/client/session/zone'
import { EmptyState } from '@/client/ui/EmptyState'
import { RollIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { State } from '@/client/ui/State'
import { usePrinting } from '@/client/ui/use-printing'
import { recallList, recallSheet } from '../../contract/hold'

type Found = OutOf<typeof recallList>
/** Rows drawn at once; more are in the Excel file. */
const SHOWN = 300

/** 召回清单: what left the plant first, then what lies in it and where. */
export function RecallList({ of, label }: { of: InOf<typeof recallList>; label: string }) {
  const { t } = useTranslation('rolls')
  const printing = usePrinting()
  const found = useCall(recallList, of, { resources: ['jumboRoll', 'slitRoll', 'package', 'hold'] })
  if (found.isPending) return <SkeletonDetail />
  if (found.error && !found.data) return <NotLoaded of={found} />
  const list = found.data
  if (!list || list.total === 0) return <EmptyState icon={RollIcon} title={t('pages.qualityTracking.nothingReached')} />
  // On paper stands all that was read.
  const shown = printing ? list.rows.length : SHOWN
  return (
    <section className="recall">
      <header>
        <h2>
          {t('pages.qualityTracking.recall')} · {label} <b>{list.total}</b>
        </h2>
        <ExportButton of={recallSheet} input={of} />
      </header>
      <p>
        {t('pages.qualityTracking.gone')} <Quantity value={list.goneKg} unit="kg" decimals={1} /> ·{' '}
        {t('pages.qualityTracking.inPlant')} <Quantity value={list.inPlantKg} unit="kg" decimals={1} />
      </p>
      <Called customers={list.customers} />
      <Rows rows={list.rows.slice(0, shown)} />
      {list.total > shown && (
        <p className="quiet">{t('pages.qualityTracking.onlyFirst', { shown, total: list.total })}</p>
      )}
    </section>
  )
}
/** Whom to call, and about how much. */
function Called({ customers }: { customers: Found['customers'] }) {
  const { t } = useTranslation('rolls')
  if (customers.length === 0) return null
  return (
    <table className="recall-called" aria-label={t('pages.qualityTracking.called')}>
      <thead>
        <tr>
          <th scope="col">{t('answers.customer')}</th>
          <th scope="col">{t('answers.order')}</th>
          <th scope="col" className="is-number">
            {t('answers.rolls')}
          </th>
          <th scope="col" className="is-number">
            {t('answers.kg')}
          </th>
        </tr>
      </thead>
      <tbody>
        {customers.map(({ customer, order, rolls, kg }) => (
          <tr key={`${customer} ${order}`}>
            <td>{customer ?? t('pages.packing.nobody')}</td>
            <td>{order ?? '–'}</td>
            <td className="is-number">{rolls}</td>
            <td className="is-number">
              <Quantity value={kg} decimals={1} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
function Rows({ rows }: { rows: Found['rows'] }) {
  const { t } = useTranslation('rolls')
  const zone = usePlantZone()
  return (
    <ul className="recall-rows">
      {rows.map((row) => (
        <li key={row.id} className="ui-card">
          <b>{row.number}</b>
          <span>
            {row.gone ? (
              <State tone="bad">{t('pages.qualityTracking.gone')}</State>
            ) : (
              <State tone={row.held ? 'warn' : 'idle'}>
                {row.held ? t('hold.options.state.held') : t(`${row.kind}.options.state.${row.state}`)}
              </State>
            )}
          </span>
          <Quantity value={row.kg} unit="kg" decimals={1} />
          <span className="quiet">
            {[row.order, row.customer, row.package, row.place, row.madeAt && formatMoment(row.madeAt, zone)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
