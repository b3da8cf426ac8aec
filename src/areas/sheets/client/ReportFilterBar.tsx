import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DayRangeFields } from '@/client/figures/DayRangeFields'
import { useOptions } from '@/client/fields/options'
import { useParams } from '@/client/use-params'
import { Select } from '@/client/ui/Select'
import { useBusinessDate } from '@/plant/client/use-today'
import { getQuickDays, quickPeriods, useTeamsOfToday, type ReportFilters } from './report-filters'

/** Selects the days, line and team of a report. */
export function ReportFilterBar({
  filters,
  hasTeamField = true,
  children,
}: {
  filters: ReportFilters
  hasTeamField?: boolean
  children?: ReactNode
}) {
  const { t } = useTranslation(['sheets', 'plant', 'contract'])
  const [, changeParams] = useParams()
  const lines = useOptions('line', '', true)
  const teams = useTeamsOfToday()
  const today = useBusinessDate()
  const isChosen = ({ from, to }: { from: string; to: string }) => from === filters.from && to === filters.to
  return (
    <div className="report-filters">
      <DayRangeFields days={filters} onChange={(changed) => changeParams({ ...changed }, true)} />
      <SelectField
        label={t('inputs.lineId')}
        value={filters.lineId}
        options={[['', t('pages.all')], ...lines.list.map((line) => [line.id, line.label] as const)]}
        onChange={(line) => changeParams({ line }, true)}
      />
      {hasTeamField && (
        <SelectField
          label={t('inputs.team')}
          value={filters.team}
          options={[
            ['', t('pages.all')],
            ...teams.map((key) => [key, t(`contract:teams.${key}`, { defaultValue: key })] as const),
          ]}
          onChange={(chosen) => changeParams({ team: chosen }, true)}
        />
      )}
      {children}
      <div className="cluster gap-1" role="group" aria-label={t('pages.period')}>
        {quickPeriods.map((period) => {
          const days = getQuickDays(period, today)
          return (
            <button
              key={period}
              type="button"
              className="ui-button"
              aria-pressed={isChosen(days)}
              onClick={() => changeParams(days, true)}
            >
              {t(`pages.quick.${period}`)}
            </button>
          )
        })}
      </div>
    </div>
  )
}
/** Labelled select with options as pairs of value and label. */
export function SelectField({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string | null) => void
}) {
  return (
    <label>
      {label}
      <Select
        value={value}
        options={options.map(([key, optionLabel]) => ({ value: key, label: optionLabel }))}
        onChange={(chosen) => onChange(chosen || null)}
      />
    </label>
  )
}
