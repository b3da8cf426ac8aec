import type { ReactNode } from 'react'
import { useQueryParams } from '@/client/use-query-params'
import { Picker } from '@/client/fields/picker'
import { DateInput } from '@/client/ui/DateInput'
import { Select } from '@/client/ui/Select'

/** Bar of filter fields, whose values are stored in the URL. */
export function StockFilterBar({ children }: { children: ReactNode }) {
  return <div className="stock-bar">{children}</div>
}
/** Select field for the URL parameter `name`; without `allLabel` an option is always selected. */
export function OptionFilterField({
  name,
  label,
  value,
  options,
  allLabel,
}: {
  name: string
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  allLabel?: string
}) {
  const [, setParams] = useQueryParams()
  return (
    <label>
      {label}
      <Select
        value={value}
        options={[
          ...(allLabel !== undefined ? [{ value: '', label: allLabel }] : []),
          ...options.map(([key, optionLabel]) => ({ value: key, label: optionLabel })),
        ]}
        onChange={(chosen) => setParams({ [name]: chosen || null, page: null }, { replace: true })}
      />
    </label>
  )
}
/** Date field for the URL parameter `name`; a cleared field returns to the default. */
export function DayFilterField({
  name,
  label,
  value,
  max,
}: {
  name: string
  label: string
  value: string
  max?: string
}) {
  const [, setParams] = useQueryParams()
  return (
    <label>
      {label}
      <DateInput value={value} max={max} onChange={(day) => setParams({ [name]: day || null }, { replace: true })} />
    </label>
  )
}
/** Picker of a single row of a resource for the URL parameter `name`; the selection can be cleared. */
export function RowFilterField({ name, resource, label }: { name: string; resource: string; label: string }) {
  const [params, setParams] = useQueryParams()
  const id = params.get(name)
  return (
    <div className="stock-pick">
      <span>{label}</span>
      <Picker
        resource={resource}
        id={`stock-${name}`}
        label={label}
        multiple={false}
        clearable
        ids={id ? [id] : []}
        onPick={(ids) => setParams({ [name]: ids[0] ?? null, page: null }, { replace: true })}
      />
    </div>
  )
}
