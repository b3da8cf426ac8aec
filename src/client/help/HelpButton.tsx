import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button'
import { HelpIcon } from '../ui/icons'

const HelpDialog = lazy(() => import('./HelpDialog'))

export interface HelpProps {
  /** Name of the page in the menu, or of a page outside the menu, such as `home` or `scan`. */
  page: string
  title: string
  /** True for a menu page, which has permissions of its own. */
  inMenu: boolean
}
/** Button that opens the help of a page; also the key `?`. */
export function HelpButton(props: HelpProps) {
  const { t } = useTranslation('client')
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target
      if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog')) return
      event.preventDefault()
      setIsOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button
        look="quiet"
        icon={<HelpIcon size={20} />}
        aria-label={t('help.open')}
        title={t('help.open')}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <HelpDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
