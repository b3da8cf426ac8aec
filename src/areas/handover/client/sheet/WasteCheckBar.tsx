import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstantCommand } from '@/client/api/use-instant-command'
import type { Row } from '@/contract/resource'
import type { ListRow } from '@/client/resource/build-columns'
import { useCanCall, useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { CheckIcon } from '@/client/ui/icons'
import { Dialog } from '@/client/ui/Dialog'
import { checkWaste, type wasteDisposal } from '../../contract/production-records'
import { findWasteCheckProblem } from '../../rules/production-records'

/** 复核: confirm by one tap, or dispute with a note. Hidden for the person who entered the record. */
export function WasteCheckBar({ row }: { row: ListRow }) {
  const { t } = useTranslation('handover')
  const { userId } = useSession()
  const canCheck = useCanCall(checkWaste)
  const command = useInstantCommand(checkWaste)
  const [disputeNote, setDisputeNote] = useState<string | null>(null)
  if (!canCheck || findWasteCheckProblem(row as Row<typeof wasteDisposal>, userId) !== null) return null
  const saveCheck = async (state: 'checked' | 'disputed') => {
    if (await command.run({ id: row.id, version: row.version, state, note: disputeNote?.trim() || null }))
      setDisputeNote(null)
  }
  return (
    <>
      <Button className="beside" onClick={() => setDisputeNote('')}>
        {t('pages.sheet.dispute')}
      </Button>
      <Button
        look="primary"
        icon={<CheckIcon size={20} />}
        disabled={command.busy}
        onClick={() => void saveCheck('checked')}
      >
        {t('pages.sheet.check')}
      </Button>
      <Dialog open={disputeNote !== null} title={t('pages.sheet.dispute')} onClose={() => setDisputeNote(null)}>
        <label htmlFor="waste-note">{t('wasteDisposal.fields.checkNote')}</label>
        <textarea
          id="waste-note"
          className="ui-input"
          rows={4}
          maxLength={1000}
          value={disputeNote ?? ''}
          onChange={(event) => setDisputeNote(event.target.value)}
        />
        <Button
          look="primary"
          block
          disabled={command.busy || !disputeNote?.trim()}
          onClick={() => void saveCheck('disputed')}
        >
          {t('pages.sheet.dispute')}
        </Button>
      </Dialog>
    </>
  )
}
