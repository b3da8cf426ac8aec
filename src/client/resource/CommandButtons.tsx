import type { ReactNode } from 'react'
import { getFormInputs, type Command } from '@/contract/command'
import type { Endpoint } from '@/contract/endpoint'
import { useInstantCommand } from '../api/use-instant-command'
import { useLabels } from '../i18n/labels'
import { Button } from '../ui/Button'
import { ExplainedButton } from '../ui/ExplainedButton'
import { useConfirm, type ConfirmQuestion } from '../ui/use-confirm'
import type { ListRow } from './build-columns'
import { CommandRefusedNotice } from './CommandRefusedNotice'

/** The part of a command that a button needs. */
type OfferedCommand = Endpoint & Pick<Command, 'action'>
type InstantEndpoint = Endpoint<{ id: string; version: number }, unknown>
export interface CommandButtonsProps<C extends OfferedCommand> {
  /** Commands open to this person for the row, by `openTo`. */
  commands: readonly C[]
  row: ListRow
  /** Secondary commands, displayed beside the primary one. */
  aside?: readonly C[]
  /** Commands that are due but blocked by something about the row, by `hinderedTo`, each with the reason. */
  hindered?: readonly { command: C; why: string }[]
  /** Inputs that the command needs for this row, if fewer than all. */
  getInputs?: (command: C) => readonly string[]
  /** Called for a command that needs input first; other commands run on tap. */
  onAsk: (command: C) => void
  /** Question before an irreversible command: names the row and the consequence. */
  getQuestion?: (command: C) => Omit<ConfirmQuestion, 'action'> | null
  /** Message after a command that ran on tap, in place of "saved". */
  getDoneText?: (word: string, action: C['action']) => string
  /** Further resources whose lists change with the commands. */
  changes?: readonly string[]
  /** Links to other pages, between secondary and primary commands. */
  children?: ReactNode
}

/**
 * The commands open to a person as buttons at the foot of a panel. Only one is primary: the first that is not in
 * `aside`.
 */
export function CommandButtons<C extends OfferedCommand>({
  aside = [],
  hindered = [],
  children,
  ...props
}: CommandButtonsProps<C>) {
  const primaryCommand = props.commands.find((command) => !aside.includes(command))
  return (
    <>
      {props.commands
        .filter((command) => command !== primaryCommand)
        .map((command) => (
          <CommandButton key={command.action} {...props} command={command} aside />
        ))}
      {children}
      {hindered.map((one) => (
        <ForbiddenCommandButton key={one.command.action} {...one} />
      ))}
      {primaryCommand && <CommandButton {...props} command={primaryCommand} />}
    </>
  )
}

function ForbiddenCommandButton({ command, why }: { command: OfferedCommand; why: string }) {
  const labels = useLabels(command.area)
  return <ExplainedButton disabledReason={labels.refusal(command, why)}>{labels.action(command)}</ExplainedButton>
}
function CommandButton<C extends OfferedCommand>({
  command,
  row,
  aside,
  getInputs = getFormInputs,
  onAsk,
  getQuestion,
  getDoneText: done,
  changes,
}: Omit<CommandButtonsProps<C>, 'commands' | 'aside' | 'hindered'> & { command: C; aside?: boolean }) {
  const word = useLabels(command.area).action(command)
  const instantCommand = useInstantCommand(command as InstantEndpoint)
  const look = aside ? { className: 'beside' } : { look: 'primary' as const }
  const [ask, dialog] = useConfirm()
  const runCommand = async () => {
    const question = getQuestion?.(command)
    if (question && !(await ask({ ...question, confirmLabel: word }))) return
    await instantCommand.run(
      { id: row.id, version: row.version },
      {
        baseVersion: row.version,
        quiet: true,
        ...(changes ? { changes } : {}),
        ...(done ? { done: done(word, command.action) } : {}),
      },
    )
  }
  return (
    <>
      <CommandRefusedNotice of={instantCommand} />
      <Button
        {...look}
        disabled={instantCommand.busy}
        onClick={() => (getInputs(command).length > 0 ? onAsk(command) : void runCommand())}
      >
        {word}
      </Button>
      {dialog}
    </>
  )
}
