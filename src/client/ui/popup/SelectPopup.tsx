import '@/client/antd'
import CheckList from 'antd-mobile/es/components/check-list'
import Picker from 'antd-mobile/es/components/picker'
import Popup from 'antd-mobile/es/components/popup'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toSearchText } from '@/contract/language'
import { Button } from '../Button'
import { CheckIcon, CloseIcon } from '../icons'
import type { SelectOption } from '../Select'
import { PopupLayer, type PopupProps } from './PopupLayer'
import { describeWheels, handleWheelKey } from './wheel-keys'

/** A select with more options displays a list with a search instead of a wheel. */
const MAX_WHEEL_OPTIONS = 8
/** Wheels on narrow phones cut wider labels. Counted in Latin characters; a Chinese character counts as two. */
const MAX_WHEEL_LABEL_WIDTH = 36
/** Chinese characters come after this one in Unicode. */
const LAST_NARROW_CHARACTER = '\u2E7F'
const getLabelWidth = (label: string): number =>
  [...label].reduce((width, character) => width + (character > LAST_NARROW_CHARACTER ? 2 : 1), 0)

interface SelectPopupProps extends PopupProps {
  options: readonly SelectOption<string>[]
  value: string
  onChoose: (value: string) => void
}

/** Popup of a Select: a wheel for a few short options, else a list that can be searched. */
export default function SelectPopup(props: SelectPopupProps) {
  const fitsWheel =
    props.options.length <= MAX_WHEEL_OPTIONS &&
    props.options.every(({ label }) => getLabelWidth(label) <= MAX_WHEEL_LABEL_WIDTH)
  return fitsWheel ? <WheelPopup {...props} /> : <ListPopup {...props} />
}

function WheelPopup({ options, value, onChoose, ...layerProps }: SelectPopupProps) {
  const { t } = useTranslation('client')
  const { title } = layerProps.anchor
  return (
    <PopupLayer {...layerProps} describe={(root) => describeWheels(root, [title])} onKey={handleWheelKey}>
      <Picker
        visible
        getContainer={null}
        title={title}
        cancelText={t('ui.cancel')}
        confirmText={t('ui.pad.take')}
        columns={[options.map((option) => ({ value: option.value, label: option.label }))]}
        // End-to-end tests find an option by `data-value`.
        renderLabel={(item) => <span data-value={item.value}>{item.label}</span>}
        value={[value]}
        onConfirm={([chosen]) => onChoose(String(chosen ?? ''))}
        onClose={layerProps.onClose}
      />
    </PopupLayer>
  )
}

function ListPopup({ options, value, onChoose, ...layerProps }: SelectPopupProps) {
  const { t } = useTranslation('client')
  const [keyword, setKeyword] = useState('')
  const listRef = useRef<HTMLDivElement>(null)
  const searchText = toSearchText(keyword)
  const matches = options.filter(({ label }) => toSearchText(label).includes(searchText))
  const choose = (chosen: string) => {
    onChoose(chosen)
    layerProps.onClose()
  }
  // List.Item has no prop for the role.
  useLayoutEffect(() => {
    for (const item of listRef.current?.querySelectorAll('.adm-list-item') ?? []) item.setAttribute('role', 'option')
  })
  const onKey = ({ key, target }: KeyboardEvent) => {
    const items = [...(listRef.current?.querySelectorAll<HTMLElement>('.adm-list-item') ?? [])]
    const index = items.findIndex((item) => item === target)
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      items[Math.min(items.length - 1, Math.max(0, index + (key === 'ArrowDown' ? 1 : -1)))]?.focus()
      return true
    }
    if (key === 'Home' || key === 'End') {
      if (index < 0) return false
      items.at(key === 'Home' ? 0 : -1)?.focus()
      return true
    }
    if (key !== 'Enter' && (key !== ' ' || index < 0)) return false
    // Enter in the search chooses the only match.
    const onlyMatch = matches.length === 1 ? matches[0] : undefined
    const chosen = index >= 0 ? matches[index] : onlyMatch
    if (chosen) choose(chosen.value)
    return chosen !== undefined || key === 'Enter'
  }
  const focusedValue = matches.some((option) => option.value === value) ? value : matches[0]?.value
  return (
    <PopupLayer {...layerProps} onKey={onKey}>
      <Popup
        visible
        getContainer={null}
        position="bottom"
        bodyClassName="ui-popup-list"
        onMaskClick={layerProps.onClose}
      >
        <div className="ui-popup-head strip middle between">
          <h2>{layerProps.anchor.title}</h2>
          <Button
            look="quiet"
            icon={<CloseIcon size={24} />}
            aria-label={t('ui.closeSheet')}
            onClick={layerProps.onClose}
          />
        </div>
        {options.length > MAX_WHEEL_OPTIONS && (
          <input
            className="ui-input"
            type="search"
            value={keyword}
            onChange={(event) => setKeyword(event.target.value)}
            placeholder={t('fields.search')}
            aria-label={t('fields.search')}
          />
        )}
        {matches.length === 0 && <output className="quiet">{t('fields.noOptions')}</output>}
        <div ref={listRef} className="ui-popup-options" role="listbox" aria-label={layerProps.anchor.title}>
          <CheckList value={[value]} activeIcon={<CheckIcon size={20} />}>
            {matches.map((option) => (
              <CheckList.Item
                key={option.value}
                value={option.value}
                onClick={() => choose(option.value)}
                data-value={option.value}
                aria-selected={option.value === value}
                tabIndex={option.value === focusedValue ? 0 : -1}
              >
                {option.label}
              </CheckList.Item>
            ))}
          </CheckList>
        </div>
      </Popup>
    </PopupLayer>
  )
}
