import { useTranslation } from 'react-i18next'
import type { Field } from '@/contract/field'
import { FieldShow } from '@/client/fields/registry'
import { joinWords } from '@/client/format/join-words'
import { formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { useNames } from '@/client/fields/options'
import { usePlantZone } from '@/client/session/plant-zone'
import { isEmpty } from './difference'
import { formatMenuName } from './audit-names'

const NO_REFS = {}
const MAX_NAMES = 24
const MOMENT_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** A stored value, rendered by its field; plain text if the field does not exist any more. */
export function StoredValueView({
  field,
  name,
  area,
  owner,
  value,
}: {
  field: Field | null
  name: string
  area: string
  owner: string
  value: unknown
}) {
  if (isEmpty(value)) return <span>–</span>
  if (!field) return <AuditDetailView name={name} value={value} />
  return (
    <FieldShow
      field={field}
      name={name}
      place={{ area, owner }}
      value={value}
      refs={NO_REFS}
      full={field.kind !== 'image' && field.kind !== 'file'}
    />
  )
}

/** An audit-log detail that is not a row field; translated if a translation exists. */
function AuditDetailView({ name, value }: { name: string; value: unknown }) {
  const { t } = useTranslation('access')
  const zone = usePlantZone()
  const plain = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const text = MOMENT_PATTERN.test(plain)
    ? formatMoment(plain, zone)
    : name === 'reason'
      ? t(plain, { value: '…', defaultValue: plain })
      : t(`pages.operationLog.noted.${name}.${plain}`, { defaultValue: plain })
  return <span className="wrap">{text}</span>
}

/** Lists rows by name. Menu nodes are named by page and button. */
export function RowNameList({ to, ids }: { to: string; ids: readonly string[] }) {
  const { t } = useTranslation(['access', 'contract'])
  const shownIds = ids.slice(0, MAX_NAMES)
  const language = useLanguage()
  const names = useNames(to, shownIds, NO_REFS)
  const toDisplayName = (name: string) => (to === 'menu' ? formatMenuName(t, name) : name)
  return (
    <span className="wrap">
      {joinWords(
        shownIds.map((id) => (names[id] ? toDisplayName(names[id]) : '…')),
        language,
      )}
      {ids.length > shownIds.length && ` … (${ids.length})`}
    </span>
  )
}
