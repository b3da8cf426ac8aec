import { useTranslation } from 'react-i18next'
import type { Field } from '@/contract/field'
import { FieldView } from '@/client/fields/registry'
import { useLanguage, joinWords } from '@/client/format/use-language'
import { formatMoment } from '@/client/format/time'
import { useNames } from '@/client/fields/options'
import { usePlantZone } from '@/client/session/plant-zone'
import { isEmptyValue } from './difference'
import { formatMenuName } from './audit-names'

/** The audit trail sends no names of referenced rows; they are fetched by `useNames`. */
const NO_REFS = {}
const MAX_LISTED_NAMES = 24
const MOMENT_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** A stored value, rendered by its field; plain text if the field does not exist any more. */
export function StoredValueView({
  field,
  name,
  areaName,
  resourceName,
  value,
}: {
  field: Field | null
  name: string
  areaName: string
  resourceName: string
  value: unknown
}) {
  if (isEmptyValue(value)) return <span>–</span>
  if (!field) return <AuditDetailView name={name} value={value} />
  return (
    <FieldView
      field={field}
      name={name}
      place={{ area: areaName, owner: resourceName }}
      value={value}
      refs={NO_REFS}
      isDetail={field.kind !== 'image' && field.kind !== 'file'}
    />
  )
}

/** An audit-log detail that is not a row field; translated if a translation exists. */
function AuditDetailView({ name, value }: { name: string; value: unknown }) {
  const { t } = useTranslation('access')
  const zone = usePlantZone()
  const plainText = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const formatText = () => {
    if (MOMENT_PATTERN.test(plainText)) return formatMoment(plainText, zone)
    // The reason of a refusal is stored as its text key.
    if (name === 'reason') return t(plainText, { value: '…', defaultValue: plainText })
    return t(`pages.operationLog.noted.${name}.${plainText}`, { defaultValue: plainText })
  }
  return <span className="wrap">{formatText()}</span>
}

/** Lists rows by name. Menu nodes are named by page and button. */
export function RowNameList({ resourceName, ids }: { resourceName: string; ids: readonly string[] }) {
  const { t } = useTranslation(['access', 'contract'])
  const listedIds = ids.slice(0, MAX_LISTED_NAMES)
  const language = useLanguage()
  const nameById = useNames(resourceName, listedIds, NO_REFS)
  const formatRowName = (name: string) => (resourceName === 'menu' ? formatMenuName(t, name) : name)
  return (
    <span className="wrap">
      {joinWords(
        listedIds.map((id) => (nameById[id] ? formatRowName(nameById[id]) : '…')),
        language,
      )}
      {ids.length > listedIds.length && ` … (${ids.length})`}
    </span>
  )
}
