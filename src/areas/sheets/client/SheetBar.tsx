import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CLEARED_DAY_RANGE } from '@/client/figures/DayRangeFields'
import { useOptions } from '@/client/fields/options'
import { useParams } from '@/client/use-params'
import { DateInput } from '@/client/ui/DateInput'
import { useBusinessDate } from '@/plant/client/use-today'
import { quickDays, quickPeriods, useTeams, type SheetAsked } from './asked'

/** Selects the days, line and team of a report. */
export function SheetBar({
  asked,
  team = true,
  children,
}: {
  asked: SheetAsked
  team?: boolean
  children?: ReactNode
}) {
  const { t } = useTranslation(['sheets', 'plant', 'contract'])
  const [, change] = useParams()
  const lines = useOptions('line', '', true)
  const teams = useTeams()
  const today = useBusinessDate()
  const day = (name: 'from' | 'to') => (
    <label>
      {t(`inputs.${name}`)}
      <DateInput value={asked[name]} onChange={(day) => change(day ? { [name]: day } : CLEARED_DAY_RANGE, true)} />
    </label>
  )
  const isChosen = ({ from, to }: { from: string; to: string }) => from === asked.from && to === asked.to
  return (
    <div className="sheets-bar">
      {day('from')}
      {day('to')}
      <Select
        label={t('inputs.lineId')}
        value={asked.lineId}
        options={[['', t('pages.all')], ...lines.list.map((one) => [one.id, one.label] as const)]}
        onChange={(line) => change({ line }, true)}
      />
      {team && (
        <Select
          label={t('inputs.team')}
          value={asked.team}
          options={[
            ['', t('pages.all')],
            ...teams.map((key) => [key, t(`contract:teams.${key}`, { defaultValue: key })] as const),
          ]}
          onChange={(chosen) => change({ team: chosen }, true)}
        />
      )}
      {children}
      <div className="sheets-quick" role="group" aria-label={t('pages.period')}>
        {quickPeriods.map((period) => {
          const days = quickDays(period, today)
          return (
            <button
              key={period}
              type="button"
              className="ui-button"
              aria-pressed={isChosen(days)}
              onClick={() => change(days, true)}
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
export function Select({
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
      <select className="ui-input" value={value} onChange={(event) => onChange(event.target.value || null)}>
        {options.map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
    </label>
  )
}
