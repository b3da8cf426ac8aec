import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { Button } from '../../ui/Button'
import { ViewIcon } from '../../ui/icons'
import type { OpenView } from './saved-view'

const ViewsSheet = lazy(() => import('./SavedViewsDialog'))

/** Toolbar button with the name of the current saved view; opens the list of views. */
export function SavedViewsButton({ of, open }: { of: Resource; open: OpenView }) {
  const { t } = useTranslation('client')
  const [choosing, setChoosing] = useState(false)
  const name = open.view?.name
  return (
    <>
      <Button icon={<ViewIcon size={20} />} aria-expanded={choosing} onClick={() => setChoosing(true)}>
        {name === undefined ? t('views.title') : open.changed ? t('views.changed', { name }) : name}
      </Button>
      {choosing && (
        <Suspense>
          <ViewsSheet of={of} open={open} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}
