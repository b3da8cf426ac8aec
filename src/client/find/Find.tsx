import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button'
import { SearchIcon } from '../ui/icons'

const FindSheet = lazy(() => import('./FindSheet'))

/** Button that opens the global search; also Ctrl+K with `hasShortcut`. */
export function Find({ keys, words }: { keys?: boolean; words?: boolean }) {
  const { t } = useTranslation('client')
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!keys) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [keys])
  return (
    <>
      <Button
        look={words ? 'plain' : 'quiet'}
        icon={<SearchIcon size={20} />}
        aria-label={words ? undefined : t('find.open')}
        title={words ? undefined : t('find.open')}
        onClick={() => setOpen(true)}
      >
        {words && t('find.byWords')}
      </Button>
      {open && (
        <Suspense>
          <FindSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
