import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button'
import { SearchIcon } from '../ui/icons'

const FindDialog = lazy(() => import('./FindDialog'))

/** Button that opens the global search; also Ctrl+K with `hasShortcut`. */
export function FindButton({ hasShortcut, hasLabel }: { hasShortcut?: boolean; hasLabel?: boolean }) {
  const { t } = useTranslation('client')
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!hasShortcut) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [hasShortcut])
  return (
    <>
      <Button
        look={hasLabel ? 'plain' : 'quiet'}
        icon={<SearchIcon size={20} />}
        aria-label={hasLabel ? undefined : t('find.open')}
        title={hasLabel ? undefined : t('find.open')}
        onClick={() => setOpen(true)}
      >
        {hasLabel && t('find.byWords')}
      </Button>
      {open && (
        <Suspense>
          <FindDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
