import { getAllowedCommands } from '@/contract/command-rights'
import type { ListRow } from '@/client/resource/build-columns'
import type { CommandButtonsProps } from '@/client/resource/CommandButtons'
import { useActor } from '@/client/session/use-session'
import {
  abnormityCommands,
  reassignAbnormity,
  reopenAbnormity,
  sendBackAbnormity,
  withdrawAbnormity,
} from '../../contract/abnormity-commands'

export type AbnormityCommand = (typeof abnormityCommands)[number]
/** Commands that do not move the abnormity forward; shown as secondary buttons. */
const SECONDARY_COMMANDS: readonly AbnormityCommand[] = [
  sendBackAbnormity,
  reopenAbnormity,
  reassignAbnormity,
  withdrawAbnormity,
]

/** Returns the commands that this person may run on an abnormity, for its panel and for swiping its card. */
export function useAbnormityCommands(
  onOpenForm: (abnormityId: string, action: string) => void,
): (row: ListRow) => CommandButtonsProps<AbnormityCommand> {
  const actor = useActor()
  return (row) => ({
    row,
    commands: getAllowedCommands<AbnormityCommand>(abnormityCommands, row, actor),
    secondaryCommands: SECONDARY_COMMANDS,
    onAsk: ({ action }) => onOpenForm(row.id, action),
  })
}
