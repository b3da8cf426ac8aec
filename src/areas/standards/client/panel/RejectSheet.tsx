import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { Button } from '@/client/ui/Button'
import { Sheet } from '@/client/ui/Sheet'
import { noteTrouble } from '@/client/ui/trouble'
import { ratifyStandard } from '../../contract/process-standard-calls'
import type { Standard } from '../variant'

/** 驳回: back to whoever wrote it, with the reason. */
export function RejectSheet({ row, onClose }: { row: Standard; onClose: () => void }) {
  const { t } = useTranslation(['standards', 'client'])
  const command = useCommand(ratifyStandard)
  const [reason, setReason] = useState('')
  const id = useId()
  const thing = `${row.code} ${row.revision}`
  const send = async () => {
    try {
      await command.run({ id: row.id, version: row.version, decision: 'rejected', reason: reason.trim() })
      void notify(t('pages.standard.done.reject', { standard: thing }), 'success')
      onClose()
    } catch (error) {
      noteTrouble('told by a toast', error)
    }
  }
  return (
    <Sheet open onClose={onClose} title={`${t('pages.standard.steps.reject')} · ${thing}`} alert>
      <form
        className="standard-sheet"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim()) void send()
        }}
      >
        <label htmlFor={id}>{t('pages.standard.why')}</label>
        <textarea
          id={id}
          className="ui-input"
          rows={4}
          maxLength={1000}
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button type="submit" look="danger" disabled={!reason.trim() || command.busy}>
            {t('pages.standard.steps.reject')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
