import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { CloseIcon } from '@/client/ui/icons'
import { Dialog } from '@/client/ui/Dialog'
import { EntryFacts, type OpenEntry } from './EntryFacts'

/** An order of the plan that is open: beside the plan where there is room for both, else over it. */
export function EntrySheet({ beside, ...open }: OpenEntry & { beside: boolean }) {
  const title = `${open.entry.number} · ${open.entry.product}`
  if (beside) return <Aside {...open} title={title} />
  return (
    <Dialog open onClose={open.onClose} title={title}>
      <EntryFacts {...open} />
    </Dialog>
  )
}
function Aside({ title, ...open }: OpenEntry & { title: string }) {
  const { t } = useTranslation('client')
  const { onClose } = open
  useEffect(() => {
    // Taking back what was moved comes first, and says so by preventing the default.
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && onClose()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onClose])
  return (
    <aside className="plan-side" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Button look="quiet" icon={<CloseIcon />} aria-label={t('ui.close')} onClick={open.onClose} />
      </header>
      <EntryFacts {...open} />
    </aside>
  )
}
