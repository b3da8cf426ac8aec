import { lazy, Suspense, useId, type AriaAttributes, type KeyboardEvent } from 'react'
import { DownIcon } from './icons'
import { usePopup } from './popup/use-popup'
import './select.css'
import { useIsTouch } from './use-device'

const loadPopup = () => import('./popup/SelectPopup')
const SelectPopup = lazy(loadPopup)

export interface SelectOption<K extends string> {
  value: K
  label: string
}
interface SelectProps<K extends string> {
  options: readonly SelectOption<K>[]
  value: K
  onChange: (value: K) => void
  id?: string
  /** Accessible name, if no label element contains the control or refers to its id. */
  label?: string | undefined
  className?: string
  disabled?: boolean | undefined
  invalid?: boolean | undefined
  describedBy?: string | undefined
}

/**
 * Control for choosing one of a few options. With a mouse it is a native select. On touch screens it is a button that
 * opens a wheel, or a list with a search if there are many options.
 */
export function Select<K extends string>({
  options,
  value,
  onChange,
  label,
  className,
  invalid,
  describedBy,
  ...attributes
}: SelectProps<K>) {
  const control: ControlProps = {
    attributes: {
      ...attributes,
      'aria-label': label,
      'aria-invalid': invalid,
      'aria-describedby': describedBy,
    },
    className: `ui-input${className ? ` ${className}` : ''}`,
    options,
    value,
    choose: (chosenValue) => {
      const chosen = options.find((option) => option.value === chosenValue)
      if (chosen && chosen.value !== value) onChange(chosen.value)
    },
  }
  return useIsTouch() ? <TouchSelect {...control} /> : <NativeSelect {...control} />
}

interface ControlProps {
  /** For the native select or the button. */
  attributes: Pick<AriaAttributes, 'aria-label' | 'aria-invalid' | 'aria-describedby'> & {
    id?: string
    disabled?: boolean | undefined
  }
  className: string
  options: readonly SelectOption<string>[]
  value: string
  choose: (value: string) => void
}

const NativeSelect = ({ attributes, className, options, value, choose }: ControlProps) => (
  <select {...attributes} className={className} value={value} onChange={(event) => choose(event.target.value)}>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
)

function TouchSelect({ attributes, className, options, value, choose }: ControlProps) {
  const popup = usePopup()
  const popupId = useId()
  const label = attributes['aria-label']
  // If no option has the value, the first option is displayed, as in a native select.
  const selectedOption = options.find((option) => option.value === value) ?? options[0]
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    popup.open(event.currentTarget, label)
  }
  return (
    <>
      <button
        {...attributes}
        type="button"
        role="combobox"
        className={`${className} ui-select strip middle between`}
        aria-haspopup="dialog"
        aria-expanded={popup.anchor !== null}
        aria-controls={popup.anchor ? popupId : undefined}
        // Loads the popup while the finger is still down.
        onPointerDown={() => void loadPopup().catch(() => undefined)}
        onClick={(event) => popup.open(event.currentTarget, label)}
        onKeyDown={onKeyDown}
      >
        <span className={selectedOption?.value ? undefined : 'quiet'}>{selectedOption?.label}</span>
        <DownIcon size={16} />
      </button>
      {popup.anchor && (
        <Suspense>
          <SelectPopup
            id={popupId}
            anchor={popup.anchor}
            options={options}
            value={selectedOption?.value ?? ''}
            onChoose={choose}
            onClose={popup.close}
          />
        </Suspense>
      )}
    </>
  )
}
