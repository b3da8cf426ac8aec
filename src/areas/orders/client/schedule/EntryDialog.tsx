import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { CloseIcon } from '@/client/ui/icons'
import { Dialog } from '@/client/ui/Dialog'
import { EntryDetailsSection, type OpenEntryProps } from './EntryDetailsSection'

/** The open order of the plan: as a side panel if there is room, else as a dialog. */
export function EntryDialog({ asSidePanel, ...open }: OpenEntryProps & { asSidePanel: boolean }) {
  const title = `${open.entry.number} · ${open.entry.product}`
  if (asSidePanel) return <EntrySidePanel {...open} title={title} />
  return (
    <Dialog open onClose={open.onClose} title={title}>
      <EntryDetailsSection {...open} />
    </Dialog>
  )
}
function EntrySidePanel({ title, ...open }: OpenEntryProps & { title: string }) {
  const { t } = useTranslation('client')
  const { onClose } = open
  useEffect(() => {
    // Cancelling a move takes precedence and prevents the default.
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
      <EntryDetailsSection {...open} />
    </aside>
  )
}
