import './prices.css'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowWord } from '@/client/i18n/row-word'
import { useList } from '@/client/api/use-list'
import { usePlantZone } from '@/client/session/zone'
import { useMayCall } from '@/client/session/use-session'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PlusIcon } from '@/client/ui/icons'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { DateInput } from '@/client/ui/DateInput'
import { useParams } from '@/client/use-params'
import type { Row } from '@/contract/resource'
import { useToday } from '@/plant/client/use-today'
import { electricPrice } from '../contract/electric-price'
import { tariffOf, type TariffEntry } from '../rules/tariff'
import { yearOf } from '../rules/tariff-slots'
import { BandChips } from './BandChips'
import { Check } from './Check'
import { DayPicture } from './DayPicture'
import { MarketImport } from './MarketImport'
import { TariffEditor } from './TariffEditor'
import { YearPicture } from './YearPicture'

const QUERY = { size: 500, layer: 'base,months,period,day', sort: '-effectiveFrom' }
const numbers = (series: Row<typeof electricPrice>['months']): number[] =>
  [series].flat(2).filter((one) => typeof one === 'number')
const entryOf = (row: Row<typeof electricPrice>): TariffEntry => ({
  ...row,
  revision: row.revision ?? 1,
  months: numbers(row.months),
  hours: numbers(row.hours),
})

/** The tariff as charts of a day and a year, with the check of every slot. */
export function TariffView() {
  const { t } = useTranslation('prices')
  const today = useToday()
  const zone = usePlantZone()
  const [params, change] = useParams()
  const day = params.get('day') ?? today
  const year = Number(day.slice(0, 4))
  const list = useList(electricPrice, QUERY)
  const mayAdd = useMayCall(electricPrice.endpoints.create)
  const [editing, setEditing] = useState(false)
  const entries = useMemo(() => (list.rows as Row<typeof electricPrice>[]).map(entryOf), [list.rows])
  const held = useMemo(() => tariffOf(entries)(day), [entries, day])
  const word = useRowWord(electricPrice, 'name')
  const words = new Map((list.rows as Row<typeof electricPrice>[]).map((row) => [row.id, word(row)]))
  const checked = useMemo(() => yearOf(entries, year, zone), [entries, year, zone])
  if (list.isLoading) return <SkeletonChart />
  if (list.error && entries.length === 0) return <NotLoaded of={{ error: list.error, refetch: list.again }} />
  if (editing) return <TariffEditor entries={entries} day={day} onDone={() => setEditing(false)} />
  return (
    <div className="tariff">
      <div className="tariff-bar">
        <label>
          {t('inputs.day')}
          <DateInput value={day} onChange={(value) => change({ day: value || null }, true)} />
        </label>
        {mayAdd && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => setEditing(true)}>
            {t('pages.energyUnitPrice.enter')}
          </Button>
        )}
        <MarketImport />
      </div>
      {entries.length === 0 ? (
        <EmptyState title={t('pages.energyUnitPrice.empty')} />
      ) : (
        <>
          <section>
            <h2>{t('pages.energyUnitPrice.dayOf', { day })}</h2>
            <ul className="tariff-entries">
              {held.chain.map((entry) => (
                <li key={entry.id}>
                  {t(`electricPrice.options.layer.${entry.layer}`)} · {words.get(entry.id) ?? entry.name} ·{' '}
                  {entry.effectiveFrom}
                </li>
              ))}
            </ul>
          </section>
          <BandChips prices={held.prices} />
          <DayPicture bands={held.bands} label={t('pages.energyUnitPrice.dayOf', { day })} />
          <section>
            <h2>{t('pages.energyUnitPrice.yearOf', { year })}</h2>
            <p>{t('pages.energyUnitPrice.yearWords')}</p>
          </section>
          <Check of={checked} />
          <YearPicture year={year} of={checked} />
        </>
      )}
    </div>
  )
}
