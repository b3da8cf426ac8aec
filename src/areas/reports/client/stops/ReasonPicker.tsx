import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { Tabs } from '@/client/ui/Tabs'
import { stopClasses, stopReason } from '@/areas/reports/contract/line-stop'

type Reason = Row<typeof stopReason>
const ALL = { size: 500 }

/** 停机原因 by two taps: its class, the reason; a third where the plant has finer ones below it. */
export function ReasonPicker({ value, label, onChange }: { value: string | null; label: string; onChange: (id: string | null) => void }) {
  const { t } = useTranslation('reports')
  const { rows } = useList(stopReason, ALL)
  const chosen = rows.find((row) => row.id === value) ?? null
  const [picked, setPicked] = useState<Reason['class'] | null>(null)
  const shown = picked ?? chosen?.class ?? 'unplanned'
  const offered = rows.filter((row) => row.class === shown && (row.active || row.id === value))
  const top = offered.filter((row) => row.parentId === null)
  const upper = chosen && chosen.class === shown ? (chosen.parentId ?? chosen.id) : null
  const finer = upper ? offered.filter((row) => row.parentId === upper) : []
  return (
    <div className="reason-picker">
      <Tabs label={t('stopReason.fields.class')} chosen={shown} onChoose={setPicked} tabs={stopClasses.map((key) => ({ key, word: t(`stopReason.options.class.${key}`) }))} />
      <Grid label={label} rows={top} value={upper} onChange={onChange} />
      {finer.length > 0 && <Grid label={t('pages.stops.finer')} rows={finer} value={value} onChange={onChange} heading />}
    </div>
  )
}

function Grid({ label, rows, value, heading, onChange }: { label: string; rows: readonly Reason[]; value: string | null; heading?: boolean; onChange: (id: string) => void }) {
  const name = useId()
  const language = useLanguage()
  return (
    <fieldset className="reason-grid" aria-label={label}>
      {heading && <legend>{label}</legend>}
      {rows.map((row) => (
        <label key={row.id} className={value === row.id ? 'is-chosen' : undefined}>
          <input type="radio" className="ui-hidden" name={name} checked={value === row.id} onChange={() => onChange(row.id)} />
          {String(inLanguage(stopReason, row, 'name', language))}
        </label>
      ))}
    </fieldset>
  )
}
