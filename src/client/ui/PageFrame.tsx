import { use, type ReactNode, createContext } from 'react'
import { useTranslation } from 'react-i18next'
import { FormScopeContext, NO_FORM } from '../fields/form-scope'
import { BackIcon, CloseIcon } from './icons'
import { Button } from './Button'
import { NavBar, NavBarSlotContext } from './Bars'

export type PageFrameProps = {
  title: string
  /** E.g. the active filters and the number of rows. */
  subtitle?: ReactNode
  onBack?: () => void
  /** Secondary actions next to the title. */
  tools?: ReactNode
  /** The one primary action: at the bottom within reach of the thumb, on desktops in the header. */
  primary?: ReactNode
  /**
   * Keeps the primary action at the bottom on desktops too, because it completes the work on the page. Forms always do.
   */
  primaryStaysAtBottom?: boolean
  /** Set if the content scrolls itself (a table, a virtual list). */
  contentScrollsItself?: boolean
  children: ReactNode
}

/** Page layout with title, subtitle, content and primary action. It fills its parent's height. */
export function PageFrame({
  title,
  subtitle,
  onBack,
  tools,
  primary,
  primaryStaysAtBottom,
  contentScrollsItself,
  children,
}: PageFrameProps) {
  const { t } = useTranslation('client')
  const close = use(PanelCloseContext)
  const isForm = use(FormScopeContext) !== NO_FORM
  const barSlot = use(NavBarSlotContext)
  const backButton = onBack && <Button look="quiet" onClick={onBack} aria-label={t('ui.back')} icon={<BackIcon />} />
  return (
    <div className={`ui-page${primaryStaysAtBottom || isForm ? ' has-primary-at-bottom' : ''}`}>
      {barSlot ? (
        <NavBar slot={barSlot} title={title} subtitle={subtitle} back={backButton} tools={tools} />
      ) : (
        <header className="ui-page-head">
          {backButton}
          <div className="ui-page-title">
            <h1>{title}</h1>
            {subtitle && <p>{subtitle}</p>}
          </div>
          {(tools || close) && (
            <div className="ui-page-tools">
              {tools}
              {close && <Button look="quiet" onClick={close} aria-label={t('ui.close')} icon={<CloseIcon />} />}
            </div>
          )}
        </header>
      )}
      {/* A scrollable region must be focusable for keyboard users, even without focusable content. */}
      <div
        className={`ui-page-content${contentScrollsItself ? ' is-fill' : ''}`}
        {...(contentScrollsItself ? {} : { role: 'region', 'aria-label': title, tabIndex: 0 })}
      >
        <NavBarSlotContext value={null}>{children}</NavBarSlotContext>
      </div>
      {primary && <footer className="ui-page-primary">{primary}</footer>}
    </div>
  )
}

/** Closes the panel next to a list; null if the panel replaces the list and has a back button instead. */
export const PanelCloseContext = createContext<(() => void) | null>(null)
