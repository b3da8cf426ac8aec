import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentIcon, FilterIcon, type Icon } from './icons'
import { Button } from './Button'
import { Notice } from './Notice'

export type EmptyStateProps = {
  /** What is not there; "Nothing here yet" when left out. */
  title?: string
  /** What to do next, one sentence. */
  next?: string
  /** A sheet when left out. */
  icon?: Icon
  /** Given when a filter hides everything: offers to clear it. */
  onClearFilters?: () => void
  children?: ReactNode
}

/** Nothing to show, and what to do next. */
export function EmptyState({ title, next, icon = DocumentIcon, onClearFilters, children }: EmptyStateProps) {
  const { t } = useTranslation('client')
  const filtered = onClearFilters !== undefined
  return (
    <Notice
      icon={filtered ? FilterIcon : icon}
      title={title ?? t(filtered ? 'ui.empty.filtered' : 'ui.empty.title')}
      lines={[next ?? t(filtered ? 'ui.empty.filteredNext' : 'ui.empty.next')]}
    >
      {filtered && <Button onClick={onClearFilters}>{t('ui.empty.clear')}</Button>}
      {children}
    </Notice>
  )
}
