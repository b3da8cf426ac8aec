import '../antd'
import './action-sheet.css'
import AdmActionSheet from 'antd-mobile/es/components/action-sheet'
import { use, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavBarSlotContext } from './Bars'
import { Button } from './Button'
import { MoreIcon } from './icons'
import { ModalDialog } from './ModalDialog'

export interface SheetAction {
  key: string
  label: string
  /** A sentence below the label. */
  description?: string
  icon?: ReactNode
  isDangerous?: boolean
  /** Reason why the action is not possible now. */
  disabledReason?: string | null
  onChoose: () => unknown
}

/**
 * A button for further actions, which open in antd-mobile's action sheet.
 */
export function MoreButton({ actions, label }: { actions: readonly SheetAction[]; label?: string }) {
  const { t } = useTranslation('client')
  const [isOpen, setOpen] = useState(false)
  if (actions.length === 0) return null
  return (
    <>
      <Button
        look="quiet"
        icon={<MoreIcon size={24} />}
        aria-label={label ?? t('ui.more')}
        title={label ?? t('ui.more')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      {isOpen && <ActionSheet actions={actions} title={label ?? t('ui.more')} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Secondary actions beside the title of a page. The bar of a phone has room for one button. */
export function ToolButtons({ actions }: { actions: readonly SheetAction[] }) {
  if (use(NavBarSlotContext) !== null) return <MoreButton actions={actions} />
  return actions.map(({ key, label, icon, onChoose }) =>
    icon ? (
      <Button key={key} look="quiet" icon={icon} aria-label={label} title={label} onClick={onChoose} />
    ) : (
      <Button key={key} onClick={onChoose}>
        {label}
      </Button>
    ),
  )
}

function ActionSheet({
  actions,
  title,
  onClose,
}: {
  actions: readonly SheetAction[]
  title: string
  onClose: () => void
}) {
  const { t } = useTranslation('client')
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // antd-mobile gives its entries the role option, which is invalid without a listbox. The buttons inside have roles.
  useEffect(() => {
    for (const option of dialog.current?.querySelectorAll('[role=option]') ?? []) option.removeAttribute('role')
  })
  return (
    <ModalDialog ref={dialog} labelledBy={titleId} onClose={onClose}>
      <AdmActionSheet
        visible
        getContainer={null}
        extra={<span id={titleId}>{title}</span>}
        closeOnAction
        onClose={onClose}
        actions={[...actions, { key: '', label: t('ui.cancel'), onChoose: onClose } as SheetAction].map(
          ({ key, label, description, icon, isDangerous, disabledReason, onChoose }) => ({
            key,
            danger: isDangerous ?? false,
            disabled: Boolean(disabledReason),
            description: disabledReason ?? description,
            text: (
              <button type="button" className="ui-sheet-action strip middle" disabled={Boolean(disabledReason)}>
                {icon}
                {label}
              </button>
            ),
            onClick: () => !disabledReason && onChoose(),
          }),
        )}
      />
    </ModalDialog>
  )
}
