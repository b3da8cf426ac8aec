import { useTranslation } from 'react-i18next'
import { useOptions } from '@/client/fields/options'
import { useParams } from '@/client/use-params'
import { DateInput } from '@/client/ui/DateInput'
import { useToday } from '@/plant/client/use-today'
import { energyMedia, type EnergyMedium } from '../rules/meter-tree'
import { periodKinds, type PeriodKind } from '@/plant/rules/periods'

export interface Asked {
  readonly period: PeriodKind
  readonly day: string
  readonly medium: EnergyMedium
  readonly lineId: string
}
/** Reads period, a day of it, medium and line from the URL. */
export function useAsked(usual: PeriodKind = 'month'): Asked {
  const [params] = useParams()
  const today = useToday()
  return {
    period: periodKinds.find((kind) => kind === params.get('period')) ?? usual,
    day: params.get('day') ?? today,
    medium: energyMedia.find((one) => one === params.get('medium')) ?? 'electricity',
    lineId: params.get('line') ?? '',
  }
}
/** Converts the query to endpoint input; omits an empty line. */
export const inputOf = ({ period, day, medium, lineId }: Asked) => ({
  period,
  day,
  medium,
  ...(lineId ? { lineId } : {}),
})

/** Bar to choose period, day, medium and line. */
export function PeriodBar({
  asked,
  periods = periodKinds,
  media = true,
}: {
  asked: Asked
  periods?: readonly PeriodKind[] | null
  media?: boolean
}) {
  const { t } = useTranslation('energy')
  const [, change] = useParams()
  const lines = useOptions('line', '', true)
  const select = (name: string, label: string, value: string, options: readonly (readonly [string, string])[]) => (
    <label>
      {label}
      <select
        className="ui-input"
        value={value}
        onChange={(event) => change({ [name]: event.target.value || null }, true)}
      >
        {options.map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <div className="energy-period">
      {periods &&
        select(
          'period',
          t('inputs.period'),
          asked.period,
          periods.map((kind) => [kind, t(`inputOptions.period.${kind}`)] as const),
        )}
      <label>
        {t('inputs.day')}
        <DateInput value={asked.day} onChange={(day) => change({ day: day || null }, true)} />
      </label>
      {media &&
        select(
          'medium',
          t('inputs.medium'),
          asked.medium,
          energyMedia.map((one) => [one, t(`inputOptions.medium.${one}`)] as const),
        )}
      {select('line', t('inputs.lineId'), asked.lineId, [
        ['', t('pages.energy.allLines')],
        ...lines.list.map((one) => [one.id, one.label] as const),
      ])}
      <p className="quiet energy-days">{t('pages.energy.calendarDays')}</p>
    </div>
  )
}
