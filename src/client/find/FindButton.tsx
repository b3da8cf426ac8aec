import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button'
import { SearchIcon } from '../ui/icons'

const FindDialog = lazy(() => import('./FindDialog'))

/** Button that opens the global search; also Ctrl+K with `hasShortcut`. */
export function FindButton({ hasShortcut, hasLabel }: { hasShortcut?: boolean; hasLabel?: boolean }) {
  const { t } = useTranslation('client')
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  useEffect(() => {
    if (!hasShortcut) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setIsOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [hasShortcut])
  useTypeAhead(isOpen, setText)
  const close = () => {
    setIsOpen(false)
    setText('')
  }
  return (
    <>
      <Button
        look={hasLabel ? 'plain' : 'quiet'}
        icon={<SearchIcon size={20} />}
        aria-label={hasLabel ? undefined : t('find.open')}
        title={hasLabel ? undefined : t('find.open')}
        onClick={() => setIsOpen(true)}
      >
        {hasLabel && t('find.byWords')}
      </Button>
      {isOpen && (
        <Suspense>
          <FindDialog text={text} onChange={setText} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Collects letters that are typed while the dialog is loading or opening, before its input has the focus. */
function useTypeAhead(isOpen: boolean, setText: (update: (text: string) => string) => void): void {
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      const isInDialogControl = event.target instanceof Element && event.target.matches('dialog input, dialog button')
      if (isInDialogControl || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key.length === 1) setText((text) => text + event.key)
      else if (event.key === 'Backspace') setText((text) => text.slice(0, -1))
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Captures keys before the shortcuts of a list, and before an input of the page that still has the focus.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [isOpen, setText])
}
