import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentIcon, FilterIcon, type Icon } from './icons'
import { Button } from './Button'
import { Notice } from './Notice'

export type EmptyStateProps = {
  /** Defaults to "Nothing here yet". */
  title?: string
  /** One sentence on what to do next. */
  advice?: string
  /** Defaults to a document icon. */
  icon?: Icon
  /** Set if a filter hides all rows: offers to clear it. */
  onClearFilters?: () => void
  children?: ReactNode
}

/** Placeholder for an empty list, with advice on what to do next. */
export function EmptyState({ title, advice, icon = DocumentIcon, onClearFilters, children }: EmptyStateProps) {
  const { t } = useTranslation('client')
  const isFiltered = onClearFilters !== undefined
  return (
    <Notice
      icon={isFiltered ? FilterIcon : icon}
      title={title ?? t(isFiltered ? 'ui.empty.filtered' : 'ui.empty.title')}
      lines={[advice ?? t(isFiltered ? 'ui.empty.filteredNext' : 'ui.empty.next')]}
    >
      {isFiltered && <Button onClick={onClearFilters}>{t('ui.empty.clear')}</Button>}
      {children}
    </Notice>
  )
}
