import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DayRangeFields } from '@/client/figures/DayRangeFields'
import { useOptions } from '@/client/fields/options'
import { useQueryParams } from '@/client/use-query-params'
import { Collapse } from '@/client/ui/Collapse'
import { Select } from '@/client/ui/Select'
import { useIsPhone } from '@/client/ui/use-device'
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
  const [, changeParams] = useQueryParams()
  const lines = useOptions('line')
  const teams = useTeamsOfToday()
  const today = useBusinessDate()
  const isPhone = useIsPhone()
  const getTeamName = (key: string) => t(`contract:teams.${key}`, { defaultValue: key })
  const isChosen = ({ from, to }: { from: string; to: string }) => from === filters.from && to === filters.to
  const fields = (
    <>
      <DayRangeFields days={filters} onChange={(changed) => changeParams({ ...changed }, { replace: true })} />
      <SelectField
        label={t('inputs.lineId')}
        value={filters.lineId}
        options={[['', t('pages.all')], ...lines.list.map((line) => [line.id, line.label] as const)]}
        onChange={(line) => changeParams({ line }, { replace: true })}
      />
      {hasTeamField && (
        <SelectField
          label={t('inputs.team')}
          value={filters.team}
          options={[['', t('pages.all')], ...teams.map((key) => [key, getTeamName(key)] as const)]}
          onChange={(chosen) => changeParams({ team: chosen }, { replace: true })}
        />
      )}
      {children}
    </>
  )
  const quickButtons = (
    <div className="cluster gap-1" role="group" aria-label={t('pages.period')}>
      {quickPeriods.map((period) => {
        const days = getQuickDays(period, today)
        return (
          <button
            key={period}
            type="button"
            className="ui-button"
            aria-pressed={isChosen(days)}
            onClick={() => changeParams(days, { replace: true })}
          >
            {t(`pages.quick.${period}`)}
          </button>
        )
      })}
    </div>
  )
  // Phones collapse the filters, so that the report starts on the first screen.
  if (isPhone) {
    const lineName = lines.list.find((line) => line.id === filters.lineId)?.label
    const teamName = filters.team && getTeamName(filters.team)
    return (
      <div className="stack">
        {quickButtons}
        <Collapse
          className="ui-card"
          title={[`${filters.from} – ${filters.to}`, lineName, teamName].filter(Boolean).join(' · ')}
        >
          <div className="report-filters">{fields}</div>
        </Collapse>
      </div>
    )
  }
  return (
    <div className="report-filters">
      {fields}
      {quickButtons}
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
