import { useTranslation } from 'react-i18next'
import { useOptions } from '@/client/fields/options'
import { useQueryParams } from '@/client/use-query-params'
import { DateInput } from '@/client/ui/DateInput'
import { Select } from '@/client/ui/Select'
import { useToday } from '@/plant/client/use-today'
import { energyMedia, type EnergyMedium } from '../rules/meter-tree'
import { periodKinds, type PeriodKind } from '@/plant/rules/periods'

/** Selection of the energy pages; `day` is any day of the period, `lineId` is empty for all lines. */
export interface EnergyQuery {
  readonly period: PeriodKind
  readonly day: string
  readonly medium: EnergyMedium
  readonly lineId: string
}
/** Reads the period, a day within the period, the medium and the line from the URL. */
export function useEnergyQuery(defaultPeriod: PeriodKind = 'month'): EnergyQuery {
  const [params] = useQueryParams()
  const today = useToday()
  return {
    period: periodKinds.find((kind) => kind === params.get('period')) ?? defaultPeriod,
    day: params.get('day') ?? today,
    medium: energyMedia.find((medium) => medium === params.get('medium')) ?? 'electricity',
    lineId: params.get('line') ?? '',
  }
}
/** Converts the query to endpoint input; omits an empty line. */
export const toEnergyInput = ({ period, day, medium, lineId }: EnergyQuery) => ({
  period,
  day,
  medium,
  ...(lineId ? { lineId } : {}),
})

/** Bar to choose period, day, medium and line. */
export function EnergyPeriodBar({
  energyQuery,
  periods = periodKinds,
  hasMediumSelect = true,
}: {
  energyQuery: EnergyQuery
  /** Kinds of periods to choose from; null hides the choice. */
  periods?: readonly PeriodKind[] | null
  hasMediumSelect?: boolean
}) {
  const { t } = useTranslation('energy')
  const [, changeParams] = useQueryParams()
  const lines = useOptions('line')
  const renderSelect = (
    paramName: string,
    label: string,
    value: string,
    options: readonly (readonly [string, string])[],
  ) => (
    <label>
      {label}
      <Select
        value={value}
        options={options.map(([key, optionLabel]) => ({ value: key, label: optionLabel }))}
        onChange={(chosen) => changeParams({ [paramName]: chosen || null }, { replace: true })}
      />
    </label>
  )
  return (
    <div className="energy-period">
      {periods &&
        renderSelect(
          'period',
          t('inputs.period'),
          energyQuery.period,
          periods.map((kind) => [kind, t(`inputOptions.period.${kind}`)] as const),
        )}
      <label>
        {t('inputs.day')}
        <DateInput value={energyQuery.day} onChange={(day) => changeParams({ day: day || null }, { replace: true })} />
      </label>
      {hasMediumSelect &&
        renderSelect(
          'medium',
          t('inputs.medium'),
          energyQuery.medium,
          energyMedia.map((medium) => [medium, t(`inputOptions.medium.${medium}`)] as const),
        )}
      {renderSelect('line', t('inputs.lineId'), energyQuery.lineId, [
        ['', t('pages.energy.allLines')],
        ...lines.list.map((option) => [option.id, option.label] as const),
      ])}
    </div>
  )
}
