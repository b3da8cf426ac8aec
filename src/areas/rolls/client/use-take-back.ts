import { useTranslation } from 'react-i18next'
import type { Endpoint, EndpointInput } from '@/contract/endpoint'
import { getBarredReason } from '@/contract/command-rights'
import { getPlantMoment } from '@/client/clock'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { useActor, useHasPermission, useSession } from '@/client/session/use-session'
import { takeBackJumboDowngrades } from '../contract/jumbo-commands'
import { takeBackSlitDowngrades } from '../contract/slitting-commands'
import { isInPlant } from '../rules/slit-roll'
import type { RollDowngrade } from './DowngradeList'
import type { StoredJumbo } from './slitter/displayed-sets'
import { useSlitterCommand } from './slitter/use-slitter-command'
import { isOwnMistake, type RecordedEntry } from '../rules/take-back'

/** Takes back one downgrade. `takeBack` is absent without the permission or if the state does not allow it. */
interface TakeBackHandle {
  busy: boolean
  takeBack?: (line: RollDowngrade, why: string) => Promise<boolean>
}
const toDowngradeKey = ({ fromM, toM, grade, defect }: RollDowngrade) => ({ fromM, toM, grade, defect })

/** Takes back a downgrade of a jumbo. */
export function useTakeBackJumboDowngrade(roll: Pick<StoredJumbo, 'id' | 'state'>): TakeBackHandle {
  const { t } = useTranslation('rolls')
  const { run, busy } = useInstantCommand(takeBackJumboDowngrades as Endpoint<Record<string, unknown>, unknown>)
  const actor = useActor()
  if (getBarredReason(takeBackJumboDowngrades, roll, actor) !== null) return { busy }
  const changes = ['jumboRoll', 'slitRoll', 'slitSet', 'cutting', 'workOrder', 'package']
  const done = t('pages.downgrade.tookBack')
  return {
    busy,
    takeBack: async (line, why) =>
      (await run(
        { id: roll.id, lines: [toDowngradeKey(line)], why },
        { changedResources: changes, savedMessage: done },
      )) !== null,
  }
}
/** Takes back a downgrade of a slit roll. */
export function useTakeBackSlitDowngrade(
  roll: { id: string | null; lane: number; state: string },
  set: { id: string; cuttingId: string } | null,
): TakeBackHandle {
  const { t } = useTranslation('rolls')
  const { execute: takeBack, busy } = useSlitterCommand(takeBackSlitDowngrades)
  const mayTakeBack = useHasPermission(takeBackSlitDowngrades.access)
  if (!mayTakeBack || !set || !isInPlant(roll.state)) return { busy }
  return {
    busy,
    takeBack: async (line, why) => {
      const input = {
        id: set.id,
        cuttingId: set.cuttingId,
        ...(roll.id ? { rollId: roll.id } : { lane: roll.lane }),
        lines: [toDowngradeKey(line)],
        why,
        occurredAt: getPlantMoment(),
      } as EndpointInput<typeof takeBackSlitDowngrades>
      return (await takeBack(input, { savedMessage: t('pages.downgrade.tookBack') })) !== null
    },
  }
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
