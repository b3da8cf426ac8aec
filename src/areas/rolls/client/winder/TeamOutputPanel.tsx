import './roll-list.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { formatDay } from '@/client/format/time'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePlantZone } from '@/client/session/plant-zone'
import { useNow } from '@/client/clock'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonList } from '@/client/ui/Skeleton'
import { addDays } from '@/plant/rules/plant-time'
import { teamOutput } from '../../contract/jumbo-endpoints'
import { useFormatTeam } from '@/plant/client/sheet/use-shift'

const PERIOD_DAYS = { day: 1, week: 6, month: 29 } as const
type Period = keyof typeof PERIOD_DAYS

/** Output of each team at this line: rolls, metres, mass, and the share that is not good. */
export function TeamOutputPanel({ lineId }: { lineId: string }) {
  const { t } = useTranslation('rolls')
  const formatTeam = useFormatTeam()
  const language = useLanguage()
  const zone = usePlantZone()
  const [period, setPeriod] = useState<Period>('week')
  const today = formatDay(useNow(), zone)
  const from = addDays(today, -PERIOD_DAYS[period])
  const { data, error, isLoading, refetch } = useEndpoint(teamOutput, { lineId, from, to: today })
  const maxKg = Math.max(1, ...(data ?? []).map((row) => row.kg))
  const formatQuantity = (value: number, unit: string) => formatNumber(value, { language, unit, decimals: 1 })
  return (
    <section className="wd-pull">
      <fieldset className="choices" aria-label={t('pages.winder.period')}>
        {(Object.keys(PERIOD_DAYS) as Period[]).map((one) => (
          <button key={one} type="button" aria-pressed={period === one} onClick={() => setPeriod(one)}>
            {t(`pages.winder.periods.${one}`)}
          </button>
        ))}
      </fieldset>
      <h2 className="wd-title">
        {t('pages.winder.whoMade')}{' '}
        <small>
          {from} – {today}
        </small>
      </h2>
      {isLoading && <SkeletonList />}
      {error && <NotLoadedView query={{ error, refetch }} />}
      {data?.length === 0 && <EmptyState title={t('pages.winder.noRolls')} advice={t('pages.winder.noOutputNext')} />}
      {data && data.length > 0 && (
        <div className="wd-scroll">
          <table className="wd-table">
            <thead>
              <tr>
                <th>{t('jumboRoll.fields.team')}</th>
                <th>{t('pages.winder.rollsWord')}</th>
                <th>{t('pages.winder.metresWord')}</th>
                <th>{t('pages.winder.kgWord')}</th>
                <th>{t('jumboRoll.fields.downgrades')}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((row) => (
                <tr key={row.team ?? ''}>
                  <th scope="row">{formatTeam(row.team) ?? '–'}</th>
                  <td>{row.rolls}</td>
                  <td>{formatQuantity(row.metres, 'm')}</td>
                  <td>
                    <span className="wd-bar" style={{ inlineSize: `${(row.kg / maxKg) * 100}%` }} />
                    {formatQuantity(row.kg, 'kg')}
                  </td>
                  <td>
                    {formatQuantity(row.downgradedKg, 'kg')} ·{' '}
                    {formatNumber(row.kg > 0 ? (row.downgradedKg / row.kg) * 100 : 0, {
                      language,
                      unit: '%',
                      decimals: 1,
                    })}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
