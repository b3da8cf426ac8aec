import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getBarredReason } from '@/contract/command-rights'
import type { Row } from '@/contract/resource'
import { getPlantMoment } from '@/client/clock'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { useActor, useHasPermission, useSession } from '@/client/session/use-session'
import { takeBackJumboDowngrades } from '../../contract/jumbo-commands'
import type { jumboRoll } from '../../contract/jumbo-roll'
import type { RollDowngrade } from './DowngradeList'
import { isOwnMistake, type RecordedEntry } from '../../rules/own-mistake'

/** Renders the dialog that takes back one downgrade. */
export type RenderTakeBackDialog = (line: RollDowngrade, objectName: string, onClose: () => void) => ReactNode
/** Returns the fields that identify a downgrade. */
export const toDowngradeKey = ({ fromM, toM, grade, defect }: RollDowngrade) => ({ fromM, toM, grade, defect })

/** Returns the dialog for downgrades of a jumbo; undefined without the permission or if the state does not allow it. */
export function useTakeBackJumboDowngrade(
  roll: Pick<Row<typeof jumboRoll>, 'id' | 'state'>,
): RenderTakeBackDialog | undefined {
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
/**
 * Returns a predicate for entries that this person may take back: with one of the permissions, or as their own recent
 * mistake.
 */
export function useCanTakeBackEntry(
  permissions: readonly string[],
  addPermission: string,
): (entry: RecordedEntry) => boolean {
  const { userId } = useSession()
  const [canUndo, canAdd] = [useHasPermission(permissions), useHasPermission(addPermission)]
  return (entry) => canUndo || (canAdd && isOwnMistake(entry, userId, getPlantMoment()))
}
