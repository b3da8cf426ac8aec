import { useTranslation } from 'react-i18next'
import type { Endpoint, EndpointInput } from '@/contract/endpoint'
import { getBarredReason } from '@/contract/command-rights'
import { getPlantMoment } from '@/client/clock'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { useDoer, useHasPermission } from '@/client/session/use-session'
import { takeBackJumboDowngrades } from '../contract/jumbo-commands'
import { takeBackSlitDowngrades } from '../contract/slitting-commands'
import { isKeptHere } from '../rules/slit-roll'
import type { Downgrade } from './DowngradesSaid'
import type { Jumbo } from './slitter/cut-state'
import { useStep as useSlitterStep } from './slitter/use-step'

/** Takes back one downgrade. `takeBack` is absent without the permission or if the state does not allow it. */
interface TakeBack {
  busy: boolean
  take?: (line: Downgrade, why: string) => Promise<boolean>
}
const named = ({ fromM, toM, grade, defect }: Downgrade) => ({ fromM, toM, grade, defect })

/** Takes back a downgrade of a jumbo. */
export function useTakeBackOfJumbo(roll: Pick<Jumbo, 'id' | 'state'>): TakeBack {
  const { t } = useTranslation('rolls')
  const { run, busy } = useInstantCommand(takeBackJumboDowngrades as Endpoint<Record<string, unknown>, unknown>)
  const doer = useDoer()
  if (getBarredReason(takeBackJumboDowngrades, roll, doer) !== null) return { busy }
  const changes = ['jumboRoll', 'slitRoll', 'slitSet', 'cutting', 'workOrder', 'package']
  const done = t('pages.downgrade.tookBack')
  return {
    busy,
    take: async (line, why) => (await run({ id: roll.id, lines: [named(line)], why }, { changes, done })) !== null,
  }
}
/** Takes back a downgrade of a slit roll. */
export function useTakeBackOfSlit(
  roll: { id: string | null; lane: number; state: string },
  set: { id: string; cuttingId: string } | null,
): TakeBack {
  const { t } = useTranslation('rolls')
  const { take, busy } = useSlitterStep(takeBackSlitDowngrades)
  const may = useHasPermission(takeBackSlitDowngrades.access)
  if (!may || !set || !isKeptHere(roll.state)) return { busy }
  return {
    busy,
    take: async (line, why) => {
      const input = {
        id: set.id,
        cuttingId: set.cuttingId,
        ...(roll.id ? { rollId: roll.id } : { lane: roll.lane }),
        lines: [named(line)],
        why,
        occurredAt: getPlantMoment(),
      } as EndpointInput<typeof takeBackSlitDowngrades>
      return (await take(input, { done: t('pages.downgrade.tookBack') })) !== null
    },
  }
}
