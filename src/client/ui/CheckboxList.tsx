import './checkbox-list.css'

/** Check boxes for choosing several options. `values` has the order in which the user chose them. */
export function CheckboxList<K extends string>({
  label,
  options,
  values,
  onChange,
  disabled,
}: {
  label: string
  options: readonly { readonly key: K; readonly label: string }[]
  values: readonly K[]
  onChange: (values: K[]) => void
  disabled: boolean
}) {
  return (
    <fieldset className="checkbox-list" aria-label={label} disabled={disabled}>
      {options.map(({ key, label: optionLabel }) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={values.includes(key)}
            onChange={(event) =>
              onChange(event.target.checked ? [...values, key] : values.filter((chosenKey) => chosenKey !== key))
            }
          />
          {optionLabel}
        </label>
      ))}
    </fieldset>
  )
}
