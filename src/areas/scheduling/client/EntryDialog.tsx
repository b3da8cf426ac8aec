import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { CloseIcon } from '@/client/ui/icons'
import { Dialog } from '@/client/ui/Dialog'
import { EntryDetailsSection, type OpenEntryProps } from './EntryDetailsSection'

/** Shows the open order of the plan in a side panel if there is room, else in a dialog. */
export function EntryDialog({ asSidePanel, ...entryProps }: OpenEntryProps & { asSidePanel: boolean }) {
  const title = `${entryProps.entry.number} · ${entryProps.entry.product}`
  if (asSidePanel) return <EntrySidePanel {...entryProps} title={title} />
  return (
    <Dialog open onClose={entryProps.onClose} title={title}>
      <EntryDetailsSection {...entryProps} />
    </Dialog>
  )
}
function EntrySidePanel({ title, ...entryProps }: OpenEntryProps & { title: string }) {
  const { t } = useTranslation('client')
  const { onClose } = entryProps
  useEffect(() => {
    // Escape first cancels a running move; the handler of the move calls `preventDefault`, so that the panel stays
    // open.
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && onClose()
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [onClose])
  return (
    <aside className="plan-side" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Button look="quiet" icon={<CloseIcon />} aria-label={t('ui.close')} onClick={entryProps.onClose} />
      </header>
      <EntryDetailsSection {...entryProps} />
    </aside>
  )
}
