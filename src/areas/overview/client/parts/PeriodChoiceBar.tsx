import { useTranslation } from 'react-i18next'
import { useOptions } from '@/client/fields/options'
import { Tabs } from '@/client/ui/Tabs'
import { DateInput } from '@/client/ui/DateInput'
import { Select } from '@/client/ui/Select'
import { useQueryParams } from '@/client/use-query-params'
import { periodKinds, type PeriodKind } from '@/plant/rules/periods'

/** Fields to choose a period, a day in the period, and a line. URL parameters hold the choice. */
export function PeriodChoiceBar({ choice }: { choice: PeriodChoice }) {
  const { t } = useTranslation('overview')
  const [, changeParams] = useQueryParams()
  return (
    <div className="overview-bar">
      <Tabs
        label={t('inputs.period')}
        chosen={choice.period}
        onChoose={(period) => changeParams({ period }, { replace: true })}
        tabs={periodKinds.map((key) => ({ key, label: t(`inputOptions.period.${key}`) }))}
      />
      <label>
        {t('inputs.day')}
        <DateInput value={choice.day} onChange={(value) => changeParams({ day: value || null }, { replace: true })} />
      </label>
      <LineField lineId={choice.lineId} />
    </div>
  )
}
/** Field to choose one line or all lines. A URL parameter holds the choice. */
export function LineField({ lineId, allowsAllLines = true }: { lineId: string; allowsAllLines?: boolean }) {
  const { t } = useTranslation('overview')
  const [, changeParams] = useQueryParams()
  const lines = useOptions('line')
  return (
    <label>
      {t('inputs.lineId')}
      <Select
        value={lineId}
        options={[
          ...(allowsAllLines ? [{ value: '', label: t('pages.allLines') }] : []),
          ...lines.list.map((lineOption) => ({ value: lineOption.id, label: lineOption.label })),
        ]}
        onChange={(chosen) => changeParams({ line: chosen || null }, { replace: true })}
      />
    </label>
  )
}

export interface PeriodChoice {
  readonly period: PeriodKind
  /** Empty for the current period. */
  readonly day: string
  readonly lineId: string
}
/** Returns the period, day and line from the URL parameters. */
export function usePeriodChoice(defaultPeriod: PeriodKind = 'day'): PeriodChoice {
  const [params] = useQueryParams()
  return {
    period: periodKinds.find((kind) => kind === params.get('period')) ?? defaultPeriod,
    day: params.get('day') ?? '',
    lineId: params.get('line') ?? '',
  }
}
/** Returns the input of the metric endpoints for a choice. */
export const toPeriodInput = ({ period, day, lineId }: PeriodChoice) => ({
  period,
  ...(day ? { day } : {}),
  ...(lineId ? { lineId } : {}),
})
