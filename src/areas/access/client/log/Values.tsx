import { useTranslation } from 'react-i18next'
import type { Field } from '@/contract/field'
import { FieldShow } from '@/client/fields/registry'
import { joined } from '@/client/format/list'
import { useLanguage } from '@/client/format/use-language'
import { useNames } from '@/client/fields/options'
import { isEmpty } from './difference'
import { menuWord } from './things'

const none = {}
const NAMED = 24
/** A stored value by what its field is; plain text where no field is known any more. */
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
  if (!field) return <span className="wrap">{typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>
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

/** Rows by name. Nodes of the menu are called by their page and button. */
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
