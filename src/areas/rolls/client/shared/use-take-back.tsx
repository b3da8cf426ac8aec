import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getBarredReason } from '@/contract/command-rights'
import { getPlantMoment } from '@/client/clock'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { useActor, useHasPermission, useSession } from '@/client/session/use-session'
import { takeBackJumboDowngrades } from '../../contract/jumbo-commands'
import { takeBackSlitDowngrades } from '../../contract/slitting-commands'
import { isInPlant } from '../../rules/slit-roll'
import type { RollDowngrade } from './DowngradeList'
import type { StoredJumbo } from '../slitter/displayed-sets'
import { CHANGED_RESOURCES } from './use-slitter-command'
import { isOwnMistake, type RecordedEntry } from '../../rules/take-back'

/** Renders the dialog that takes back one downgrade. */
export type RenderTakeBackDialog = (line: RollDowngrade, objectName: string, onClose: () => void) => ReactNode
const toDowngradeKey = ({ fromM, toM, grade, defect }: RollDowngrade) => ({ fromM, toM, grade, defect })

/** Returns the dialog for downgrades of a jumbo; undefined without the permission or if the state does not allow it. */
export function useTakeBackJumboDowngrade(roll: Pick<StoredJumbo, 'id' | 'state'>): RenderTakeBackDialog | undefined {
  const { t } = useTranslation('rolls')
  if (getBarredReason(takeBackJumboDowngrades, roll, useActor()) !== null) return undefined
  return (line, objectName, onClose) => (
    <CommandDialog
      command={takeBackJumboDowngrades}
      row={{ id: roll.id }}
      objectName={objectName}
      values={{ lines: [toDowngradeKey(line)] }}
      changedResources={['jumboRoll', 'slitRoll', 'slitSet', 'cutting', 'workOrder', 'package']}
      savedMessage={t('pages.downgrade.tookBack')}
      onClose={onClose}
    />
  )
}
/** Returns the dialog for downgrades of a slit roll; undefined without the permission or if the state does not allow it. */
export function useTakeBackSlitDowngrade(
  roll: { id: string | null; lane: number; state: string },
  set: { id: string; cuttingId: string } | null,
): RenderTakeBackDialog | undefined {
  const { t } = useTranslation('rolls')
  const mayTakeBack = useHasPermission(takeBackSlitDowngrades.access)
  if (!mayTakeBack || !set || !isInPlant(roll.state)) return undefined
  return (line, objectName, onClose) => (
    <CommandDialog
      command={takeBackSlitDowngrades}
      row={{ id: set.id }}
      objectName={objectName}
      values={{
        cuttingId: set.cuttingId,
        ...(roll.id ? { rollId: roll.id } : { lane: roll.lane }),
        lines: [toDowngradeKey(line)],
      }}
      fieldNames={['why']}
      changedResources={CHANGED_RESOURCES}
      savedMessage={t('pages.downgrade.tookBack')}
      onClose={onClose}
    />
  )
}

/** Returns whether this person may take an entry back: by one of the permissions, or as their own recent mistake. */
export function useCanTakeBackEntry(
  permissions: readonly string[],
  addPermission: string,
): (entry: RecordedEntry) => boolean {
  const { userId } = useSession()
  const [mayUndo, mayAdd] = [useHasPermission(permissions), useHasPermission(addPermission)]
  return (entry) => mayUndo || (mayAdd && isOwnMistake(entry, userId, getPlantMoment()))
}
