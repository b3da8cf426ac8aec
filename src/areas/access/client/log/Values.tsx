import { useTranslation } from 'react-i18next'
import type { Field } from '@/contract/field'
import { FieldShow } from '@/client/fields/registry'
import { joined } from '@/client/format/list'
import { formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { useNames } from '@/client/fields/options'
import { usePlantZone } from '@/client/session/zone'
import { isEmpty } from './difference'
import { menuWord } from './things'

const none = {}
const NAMED = 24
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** A stored value, rendered by its field; plain text if the field does not exist any more. */
export function Value({
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
  if (!field) return <Noted name={name} value={value} />
  return (
    <FieldShow
      field={field}
      name={name}
      place={{ area, owner }}
      value={value}
      refs={none}
      full={field.kind !== 'image' && field.kind !== 'file'}
    />
  )
}

/** An audit-log detail that is not a row field; translated if a translation exists. */
function Noted({ name, value }: { name: string; value: unknown }) {
  const { t } = useTranslation('access')
  const zone = usePlantZone()
  const plain = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const word = MOMENT.test(plain)
    ? formatMoment(plain, zone)
    : name === 'reason'
      ? t(plain, { value: '…', defaultValue: plain })
      : t(`pages.operationLog.noted.${name}.${plain}`, { defaultValue: plain })
  return <span className="wrap">{word}</span>
}

/** Lists rows by name. Menu nodes are named by page and button. */
export function Names({ to, ids }: { to: string; ids: readonly string[] }) {
  const { t } = useTranslation(['access', 'contract'])
  const shown = ids.slice(0, NAMED)
  const language = useLanguage()
  const names = useNames(to, shown, none)
  const word = (name: string) => (to === 'menu' ? menuWord(t, name) : name)
  return (
    <span className="wrap">
      {joined(
        shown.map((id) => (names[id] ? word(names[id]) : '…')),
        language,
      )}
      {ids.length > shown.length && ` … (${ids.length})`}
    </span>
  )
}
