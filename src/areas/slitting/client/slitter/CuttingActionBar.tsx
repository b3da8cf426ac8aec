import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '@/client/session/use-session'
import { useNoNetworkReason } from '@/client/shell/SyncIndicator'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { undoCutting, undoCutPermissions } from '@/areas/slitting/contract/slitting-endpoints'
import type { SlitterLimits } from '@/areas/slitting/rules/slitter-limits'
import { useCanTakeBackEntry } from '@/areas/rolls/client/shared/use-take-back'
import type { StoredCutting, StoredJumbo, DisplayedSet } from './displayed-sets'
import { FinishCuttingDialog } from './FinishCuttingDialog'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { CHANGED_RESOURCES } from '../shared/use-slitter-command'

/** Ends a cutting: finishes it with its mass balance, or undoes it while it has no sets. */
export function CuttingActionBar({
  openCutting,
  jumbo,
  madeSets,
  limits,
  leftM,
  isFinishPrimary,
}: {
  openCutting: StoredCutting
  jumbo: StoredJumbo | null
  madeSets: readonly DisplayedSet[]
  limits: SlitterLimits
  leftM: number
  /** True if finishing is the next action. */
  isFinishPrimary: boolean
}) {
  const { t } = useTranslation('slitting')
  const [openDialog, setOpenDialog] = useState<'finish' | 'undo' | null>(null)
  const offlineReason = useNoNetworkReason()
  const mayEdit = useHasPermission('divideInteractiveEdit')
  const mayUndo = useCanTakeBackEntry(
    undoCutPermissions,
    'divideInteractiveAdd',
  )({ recordedBy: openCutting.createdBy, recordedAt: openCutting.startedAt })
  return (
    <>
      {madeSets.length > 0 && mayEdit && jumbo && (
        <Button {...(isFinishPrimary ? { look: 'primary' as const } : {})} onClick={() => setOpenDialog('finish')}>
          {t('actions.cutting_finish')}
        </Button>
      )}
      {madeSets.length === 0 && mayUndo && (
        <ExplainedButton disabledReason={offlineReason} onClick={() => setOpenDialog('undo')}>
          {t('actions.cutting_undo')}
        </ExplainedButton>
      )}
      {openDialog === 'finish' && jumbo && (
        <FinishCuttingDialog
          openCutting={openCutting}
          jumbo={jumbo}
          sets={madeSets}
          limits={limits}
          leftM={leftM}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'undo' && (
        <CommandDialog
          command={undoCutting}
          row={{ id: openCutting.id }}
          isDangerous
          changedResources={CHANGED_RESOURCES}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </>
  )
}
