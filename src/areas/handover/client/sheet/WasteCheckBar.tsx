import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import type { Row } from '@/contract/resource'
import type { ListRow } from '@/client/resource/build-columns'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { useCanCall, useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { CheckIcon } from '@/client/ui/icons'
import { checkWaste, type wasteDisposal } from '../../contract/production-records'
import { findWasteCheckProblem } from '../../rules/production-records'

/** 复核: confirm by one tap, or dispute with a note. Hidden for the person who entered the record. */
export function WasteCheckBar({ row }: { row: ListRow }) {
  const { t } = useTranslation('handover')
  const { userId } = useSession()
  const canCheck = useCanCall(checkWaste)
  const command = useCommand(checkWaste)
  const [isDisputing, setDisputing] = useState(false)
  if (!canCheck || findWasteCheckProblem(row as Row<typeof wasteDisposal>, userId) !== null) return null
  return (
    <>
      <Button className="beside" onClick={() => setDisputing(true)}>
        {t('pages.sheet.dispute')}
      </Button>
      <Button
        look="primary"
        icon={<CheckIcon size={20} />}
        disabled={command.busy}
        onClick={() => void command.run({ id: row.id, version: row.version, state: 'checked' })}
      >
        {t('pages.sheet.check')}
      </Button>
      {isDisputing && (
        <CommandDialog
          command={checkWaste}
          row={row}
          label={t('pages.sheet.dispute')}
          values={{ state: 'disputed' }}
          fieldLabels={{ note: t('wasteDisposal.fields.checkNote') }}
          requiredNames={['note']}
          onClose={() => setDisputing(false)}
        />
      )}
    </>
  )
}
