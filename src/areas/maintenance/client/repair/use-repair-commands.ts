import { getFormInputs } from '@/contract/command'
import { getAllowedCommands } from '@/contract/command-rights'
import type { ListRow } from '@/client/resource/build-columns'
import type { CommandButtonsProps } from '@/client/resource/CommandButtons'
import { useActor } from '@/client/session/use-session'
import {
  rejectFinal,
  rejectProduction,
  repairCommands,
  waitForPart,
  withdrawRepair,
} from '@/areas/maintenance/contract/repair-commands'

export type RepairCommand = (typeof repairCommands)[number]
/** Commands that do not advance the repair; displayed beside the primary action. */
const SECONDARY_COMMANDS: readonly RepairCommand[] = [waitForPart, rejectProduction, rejectFinal, withdrawRepair]

/** Returns the commands that this person may run on a repair, for its panel and for swiping its card. */
export function useRepairCommands(
  onOpenForm: (repairId: string, formName: string) => void,
): (row: ListRow) => CommandButtonsProps<RepairCommand> {
  const actor = useActor()
  return (row) => ({
    row,
    commands: getAllowedCommands<RepairCommand>(repairCommands, row, actor),
    secondaryCommands: SECONDARY_COMMANDS,
    // Only a repair with a stopped line asks when the line ran again.
    getInputs: (command) => getFormInputs(command).filter((name) => row['lineStopped'] || name !== 'runningAgainAt'),
    onAsk: ({ action }) => onOpenForm(row.id, action),
  })
}
