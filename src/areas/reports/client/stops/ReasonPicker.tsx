import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'
import { Tabs } from '@/client/ui/Tabs'
import { stopClasses, stopReason } from '@/plant/contract/line-stop'

type Reason = Row<typeof stopReason>
const ALL = { size: 500 }

/** 停机原因: picks class and reason with two taps, and a third where the plant defined subreasons. */
export function ReasonPicker({
  value,
  label,
  onChange,
}: {
  value: string | null
  label: string
  onChange: (id: string | null) => void
}) {
  const { t } = useTranslation(['reports', 'plant'])
  const { rows } = useList(stopReason, ALL)
  const chosen = rows.find((row) => row.id === value) ?? null
  const [picked, setPicked] = useState<Reason['class'] | null>(null)
  const shown = picked ?? chosen?.class ?? 'unplanned'
  const offered = rows.filter((row) => row.class === shown && (row.active || row.id === value))
  const top = offered.filter((row) => row.parentId === null)
  const upper = chosen && chosen.class === shown ? (chosen.parentId ?? chosen.id) : null
  const language = useLanguage()
  const choices = (reasons: readonly Reason[]) =>
    reasons.map((row) => ({ key: row.id, word: String(inLanguage(stopReason, row, 'name', language)) }))
  const finer = upper ? offered.filter((row) => row.parentId === upper) : []
  return (
    <div className="reason-picker">
      <Tabs
        label={t('plant:stopReason.fields.class')}
        chosen={shown}
        onChoose={setPicked}
        tabs={stopClasses.map((key) => ({ key, word: t(`plant:stopReason.options.class.${key}`) }))}
      />
      <ChoiceGrid label={label} options={choices(top)} value={upper} onChange={onChange} />
      {finer.length > 0 && (
        <ChoiceGrid label={t('pages.stops.finer')} options={choices(finer)} value={value} onChange={onChange} heading />
      )}
    </div>
  )
}
