import { useTranslation } from 'react-i18next'
import { useOptions } from '@/client/fields/options'
import { Tabs } from '@/client/ui/Tabs'
import { DateInput } from '@/client/ui/DateInput'
import { useParams } from '@/client/use-params'
import { periodKinds } from '@/plant/rules/periods'
import type { PeriodChoice } from './use-period-choice'

/** Chooses a period, a day in it, and a line. */
export function PeriodChoiceBar({ choice }: { choice: PeriodChoice }) {
  const { t } = useTranslation('overview')
  const [, changeParams] = useParams()
  return (
    <div className="overview-bar">
      <Tabs
        label={t('inputs.period')}
        chosen={choice.period}
        onChoose={(period) => changeParams({ period }, true)}
        tabs={periodKinds.map((key) => ({ key, word: t(`inputOptions.period.${key}`) }))}
      />
      <label>
        {t('inputs.day')}
        <DateInput value={choice.day} onChange={(value) => changeParams({ day: value || null }, true)} />
      </label>
      <LineField lineId={choice.lineId} />
    </div>
  )
}
/** Chooses one line or all; the address holds the choice. */
export function LineField({ lineId, allowsAllLines = true }: { lineId: string; allowsAllLines?: boolean }) {
  const { t } = useTranslation('overview')
  const [, changeParams] = useParams()
  const lines = useOptions('line', '', true)
  return (
    <label>
      {t('inputs.lineId')}
      <select
        className="ui-input"
        value={lineId}
        onChange={(event) => changeParams({ line: event.target.value || null }, true)}
      >
        {allowsAllLines && <option value="">{t('pages.allLines')}</option>}
        {lines.list.map((lineOption) => (
          <option key={lineOption.id} value={lineOption.id}>
            {lineOption.label}
          </option>
        ))}
      </select>
    </label>
  )
}
