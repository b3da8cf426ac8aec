import { use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormScopeContext, NO_FORM } from '../fields/form-scope'
import { BackIcon, CloseIcon } from './icons'
import { Button } from './Button'
import { PanelClose } from './panel-close'

export type PageFrameProps = {
  title: string
  /** What the list is filtered by and how many there are. */
  sub?: ReactNode
  onBack?: () => void
  /** Small actions beside the title. */
  tools?: ReactNode
  /** The screen's one primary action, at the bottom within the thumb's reach; at a desk in the head. */
  primary?: ReactNode
  /** The action ends what is done on the page, as a form's does by itself: it stays at the bottom at a desk too. */
  ends?: boolean
  /** The content scrolls itself (a table, a virtual list). */
  fill?: boolean
  children: ReactNode
}

/** A page: title, sub-line, content, primary action. Fills its parent's height. */
export function PageFrame({ title, sub, onBack, tools, primary, ends, fill, children }: PageFrameProps) {
  const { t } = useTranslation('client')
  const close = use(PanelClose)
  const isForm = use(FormScopeContext) !== NO_FORM
  return (
    <div className={`ui-page${ends || isForm ? ' is-ended' : ''}`}>
      <header className="ui-page-head">
        {onBack && <Button look="quiet" onClick={onBack} aria-label={t('ui.back')} icon={<BackIcon />} />}
        <div className="ui-page-title">
          <h1>{title}</h1>
          {sub && <p>{sub}</p>}
        </div>
        {(tools || close) && (
          <div className="ui-page-tools">
            {tools}
            {close && <Button look="quiet" onClick={close} aria-label={t('ui.close')} icon={<CloseIcon />} />}
          </div>
        )}
      </header>
      {/* What scrolls must be reached by the keyboard, also where nothing in it takes the focus. */}
      <div
        className={`ui-page-content${fill ? ' is-fill' : ''}`}
        {...(fill ? {} : { role: 'region', 'aria-label': title, tabIndex: 0 })}
      >
        {children}
      </div>
      {primary && <footer className="ui-page-primary">{primary}</footer>}
    </div>
  )
}
