import { useTranslation } from 'react-i18next'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { useHasPermission } from '@/client/session/use-session'
import { takeBackSlitDowngrades } from '../../contract/slitting-commands'
import { isInPlant } from '../../rules/slit-roll'
import { CHANGED_RESOURCES } from './use-slitter-command'
import { toDowngradeKey, type RenderTakeBackDialog } from '@/areas/rolls/client/shared/use-take-back'

/**
 * Returns a function that renders the dialog to take back a downgrade of a slit roll. Undefined without the permission,
 * or if the roll has left the plant.
 */
export function useTakeBackSlitDowngrade(
  roll: { id: string | null; lane: number; state: string },
  set: { id: string; cuttingId: string } | null,
): RenderTakeBackDialog | undefined {
  const { t } = useTranslation(['slitting', 'rolls'])
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
      savedMessage={t('rolls:pages.downgrade.tookBack')}
      onClose={onClose}
    />
  )
}
