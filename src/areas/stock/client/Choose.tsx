import type { ReactNode } from 'react'
import { useParams } from '@/client/use-params'
import { Picker } from '@/client/fields/picker'
import { DateInput } from '@/client/ui/DateInput'

/** Bar of filter fields, whose values are stored in the URL. */
export function Bar({ children }: { children: ReactNode }) {
  return <div className="stock-bar">{children}</div>
}
/** Select field; without `allLabel` an option is always selected. */
export function Choose({
  name,
  label,
  value,
  options,
  none,
}: {
  name: string
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  none?: string
}) {
  const [, change] = useParams()
  return (
    <label>
      {label}
      <select
        className="ui-input"
        value={value}
        onChange={(event) => change({ [name]: event.target.value || null, page: null }, true)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
    </label>
  )
}
/** Date field for the URL parameter `name`; a cleared field returns to the default. */
export function ChooseDay({ name, label, value, max }: { name: string; label: string; value: string; max?: string }) {
  const [, change] = useParams()
  return (
    <label>
      {label}
      <DateInput value={value} max={max} onChange={(day) => change({ [name]: day || null }, true)} />
    </label>
  )
}
/** Picker of a single row of a resource; can be cleared. */
export function ChooseRow({ name, of, label }: { name: string; of: string; label: string }) {
  const [params, change] = useParams()
  const id = params.get(name)
  return (
    <div className="stock-pick">
      <span>{label}</span>
      <Picker
        of={of}
        id={`stock-${name}`}
        label={label}
        many={false}
        clearable
        ids={id ? [id] : []}
        onPick={(ids) => change({ [name]: ids[0] ?? null, page: null }, true)}
      />
    </div>
  )
}
