import { useTranslation } from 'react-i18next'
import { useOptions } from '@/client/fields/options'
import { Tabs } from '@/client/ui/Tabs'
import { DateInput } from '@/client/ui/DateInput'
import { useParams } from '@/client/use-params'
import { periodKinds } from '@/plant/rules/periods'
import type { Asked } from './use-asked'

/** Chooses a period, a day in it, and a line. */
export function PeriodBar({ asked }: { asked: Asked }) {
  const { t } = useTranslation('overview')
  const [, change] = useParams()
  return (
    <div className="overview-bar">
      <Tabs
        label={t('inputs.period')}
        chosen={asked.period}
        onChoose={(period) => change({ period }, true)}
        tabs={periodKinds.map((key) => ({ key, word: t(`inputOptions.period.${key}`) }))}
      />
      <label>
        {t('inputs.day')}
        <DateInput value={asked.day} onChange={(value) => change({ day: value || null }, true)} />
      </label>
      <LineSelect lineId={asked.lineId} />
    </div>
  )
}
/** Chooses one line or all; the address holds the choice. */
export function LineSelect({ lineId, none = true }: { lineId: string; none?: boolean }) {
  const { t } = useTranslation('overview')
  const [, change] = useParams()
  const lines = useOptions('line', '', true)
  return (
    <label>
      {t('inputs.lineId')}
      <select
        className="ui-input"
        value={lineId}
        onChange={(event) => change({ line: event.target.value || null }, true)}
      >
        {none && <option value="">{t('pages.allLines')}</option>}
        {lines.list.map((one) => (
          <option key={one.id} value={one.id}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  )
}
