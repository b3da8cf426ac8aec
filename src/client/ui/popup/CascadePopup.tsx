import '@/client/antd'
import CascadePicker from 'antd-mobile/es/components/cascade-picker'
import { useTranslation } from 'react-i18next'
import { PopupLayer, type PopupProps } from './PopupLayer'
import { describeWheels, handleWheelKey } from './wheel-keys'

/** A group with its members, such as an area of the plant with its machines. */
export interface CascadeGroup {
  readonly value: string
  readonly label: string
  readonly children: readonly { readonly value: string; readonly label: string }[]
}
interface CascadePopupProps extends PopupProps {
  groups: readonly CascadeGroup[]
  /** Accessible names of the two wheels. */
  wheelLabels: readonly [string, string]
  /** The chosen member; null if there is none. */
  value: string | null
  onChoose: (value: string, label: string) => void
}

/** Popup for a choice in two steps: antd-mobile's CascadePicker with a wheel of groups and one of their members. */
export default function CascadePopup({ groups, wheelLabels, value, onChoose, ...layerProps }: CascadePopupProps) {
  const { t } = useTranslation('client')
  const { title } = layerProps.anchor
  const chosenGroup = groups.find(({ children }) => children.some((member) => member.value === value))
  return (
    <PopupLayer {...layerProps} describe={(root) => describeWheels(root, wheelLabels)} onKey={handleWheelKey}>
      <CascadePicker
        visible
        getContainer={null}
        title={title}
        cancelText={t('ui.cancel')}
        confirmText={t('ui.pad.take')}
        options={groups.map((group) => ({ ...group, children: [...group.children] }))}
        renderLabel={(item) => <span data-value={item.value}>{item.label}</span>}
        {...(value !== null && chosenGroup ? { value: [chosenGroup.value, value] } : {})}
        onConfirm={([groupValue, chosen]) => {
          const members = groups.find((group) => group.value === groupValue)?.children
          const member = members?.find((candidate) => candidate.value === chosen)
          if (member) onChoose(member.value, member.label)
        }}
        onClose={layerProps.onClose}
      />
    </PopupLayer>
  )
}
