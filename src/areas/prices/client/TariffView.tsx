import './prices.css'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowText } from '@/client/i18n/labels'
import { useList } from '@/client/api/use-list'
import { usePlantZone } from '@/client/session/plant-zone'
import { useCanCall } from '@/client/session/use-session'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PlusIcon } from '@/client/ui/icons'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { DateInput } from '@/client/ui/DateInput'
import { useQueryParams } from '@/client/use-query-params'
import type { Row } from '@/contract/resource'
import { useToday } from '@/plant/client/use-today'
import { electricPrice } from '../contract/electric-price'
import { createTariff, type TariffEntry } from '../rules/tariff'
import { buildTariffYear } from '../rules/tariff-slots'
import { BandChips } from './BandChips'
import { DayBandsChart } from './DayBandsChart'
import { MarketImportButton } from './MarketImportButton'
import { TariffEntryForm } from './TariffEntryForm'
import { TariffCheckNotice, YearPriceTable } from './YearPriceTable'

const ENTRIES_QUERY = { size: 500, layer: 'base,months,period,day', sort: '-effectiveFrom' }
const toNumbers = (series: Row<typeof electricPrice>['months']): number[] =>
  [series].flat(2).filter((value) => typeof value === 'number')
const toEntry = (row: Row<typeof electricPrice>): TariffEntry => ({
  ...row,
  revision: row.revision ?? 1,
  months: toNumbers(row.months),
  hours: toNumbers(row.hours),
})

/** The tariff as a chart of a day and a table of a year, with a check that every slot has a price. */
export function TariffView() {
  const { t } = useTranslation('prices')
  const today = useToday()
  const zone = usePlantZone()
  const [params, setParams] = useQueryParams()
  const day = params.get('day') ?? today
  const year = Number(day.slice(0, 4))
  const list = useList(electricPrice, ENTRIES_QUERY)
  const canAdd = useCanCall(electricPrice.endpoints.create)
  const [isAddingEntry, setIsAddingEntry] = useState(false)
  const entries = useMemo(() => (list.rows as Row<typeof electricPrice>[]).map(toEntry), [list.rows])
  const dayTariff = useMemo(() => createTariff(entries)(day), [entries, day])
  const getName = useRowText(electricPrice, 'name')
  const nameById = new Map((list.rows as Row<typeof electricPrice>[]).map((row) => [row.id, getName(row)]))
  const tariffYear = useMemo(() => buildTariffYear(entries, year, zone), [entries, year, zone])
  return (
    <QueryBoundary query={list} skeleton={<SkeletonChart />}>
      {() =>
        isAddingEntry ? (
          <TariffEntryForm entries={entries} day={day} onDone={() => setIsAddingEntry(false)} />
        ) : (
          <div className="tariff stack gap-4">
            <div className="tariff-bar cluster gap-3 bottom">
              <label>
                {t('inputs.day')}
                <DateInput value={day} onChange={(value) => setParams({ day: value || null }, { replace: true })} />
              </label>
              {canAdd && (
                <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => setIsAddingEntry(true)}>
                  {t('pages.energyUnitPrice.enter')}
                </Button>
              )}
              <MarketImportButton />
            </div>
            {entries.length === 0 ? (
              <EmptyState title={t('pages.energyUnitPrice.empty')} />
            ) : (
              <>
                <section>
                  <h2>{t('pages.energyUnitPrice.dayOf', { day })}</h2>
                  <ul className="tariff-entries stack">
                    {dayTariff.effectiveEntries.map((entry) => (
                      <li key={entry.id}>
                        {t(`electricPrice.options.layer.${entry.layer}`)} · {nameById.get(entry.id) ?? entry.name} ·{' '}
                        {entry.effectiveFrom}
                      </li>
                    ))}
                  </ul>
                </section>
                <BandChips prices={dayTariff.prices} />
                <DayBandsChart bands={dayTariff.bands} label={t('pages.energyUnitPrice.dayOf', { day })} />
                <section>
                  <h2>{t('pages.energyUnitPrice.yearOf', { year })}</h2>
                  <p>{t('pages.energyUnitPrice.yearWords')}</p>
                </section>
                <TariffCheckNotice tariffYear={tariffYear} />
                <YearPriceTable year={year} tariffYear={tariffYear} />
              </>
            )}
          </div>
        )
      }
    </QueryBoundary>
  )
}
