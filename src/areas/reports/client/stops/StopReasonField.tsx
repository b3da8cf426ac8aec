import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'
import { Tabs } from '@/client/ui/Tabs'
import { stopClasses, stopReason } from '@/plant/contract/line-stop'

type StopReasonRow = Row<typeof stopReason>
const ALL_QUERY = { size: 500 }

/** 停机原因: picks class and reason with two taps, and a subreason with a third tap if the plant defined subreasons. */
export function StopReasonField({
  value,
  label,
  onChange,
}: {
  value: string | null
  label: string
  onChange: (id: string | null) => void
}) {
  const { t } = useTranslation(['reports', 'plant'])
  const { rows } = useList(stopReason, ALL_QUERY)
  const selectedReason = rows.find((row) => row.id === value) ?? null
  const [selectedClass, setSelectedClass] = useState<StopReasonRow['class'] | null>(null)
  const displayedClass = selectedClass ?? selectedReason?.class ?? 'unplanned'
  const availableReasons = rows.filter((row) => row.class === displayedClass && (row.active || row.id === value))
  const topReasons = availableReasons.filter((row) => row.parentId === null)
  const topReasonId =
    selectedReason && selectedReason.class === displayedClass ? (selectedReason.parentId ?? selectedReason.id) : null
  const language = useLanguage()
  const toChoices = (reasons: readonly StopReasonRow[]) =>
    reasons.map((row) => ({ key: row.id, label: String(getFieldInLanguage(stopReason, row, 'name', language)) }))
  const childReasons = topReasonId ? availableReasons.filter((row) => row.parentId === topReasonId) : []
  return (
    <div className="stack">
      <Tabs
        label={t('plant:stopReason.fields.class')}
        chosen={displayedClass}
        onChoose={setSelectedClass}
        tabs={stopClasses.map((key) => ({ key, label: t(`plant:stopReason.options.class.${key}`) }))}
      />
      <ChoiceGrid label={label} options={toChoices(topReasons)} value={topReasonId} onChange={onChange} />
      {childReasons.length > 0 && (
        <ChoiceGrid
          label={t('pages.stops.finer')}
          options={toChoices(childReasons)}
          value={value}
          onChange={onChange}
          showsLabel
        />
      )}
    </div>
  )
}
