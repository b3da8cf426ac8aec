import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { Button } from '../../ui/Button'
import { ViewIcon } from '../../ui/icons'
import type { SavedViewState } from './saved-view'

const SavedViewsDialog = lazy(() => import('./SavedViewsDialog'))

/** Toolbar button with the name of the current saved view; opens the list of views. */
export function SavedViewsButton({ resource, openView }: { resource: Resource; openView: SavedViewState }) {
  const { t } = useTranslation('client')
  const [isOpen, setIsOpen] = useState(false)
  const name = openView.view?.name
  const savedViewLabel = openView.isChanged ? t('views.changed', { name }) : name
  return (
    <>
      <Button icon={<ViewIcon size={20} />} aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        {name === undefined ? t('views.title') : savedViewLabel}
      </Button>
      {isOpen && (
        <Suspense>
          <SavedViewsDialog resource={resource} openView={openView} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
