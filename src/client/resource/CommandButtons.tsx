import type { ReactNode } from 'react'
import { getFormInputs, type Command } from '@/contract/command'
import type { Endpoint } from '@/contract/endpoint'
import { useInstantCommand, type InstantCommand } from '../api/use-instant-command'
import { useLabels } from '../i18n/labels'
import { Button, ExplainedButton } from '../ui/Button'
import { useConfirm, type ConfirmQuestion } from '@/client/ui/ConfirmDialog'
import type { ListRow } from './build-columns'
import { useTranslation } from 'react-i18next'
import { CloseIcon } from '../ui/icons'

/** The part of a command that a button needs. */
type OfferedCommand = Endpoint & Pick<Command, 'action'>
type InstantEndpoint = Endpoint<{ id: string; version: number }, unknown>
export interface CommandButtonsProps<C extends OfferedCommand> {
  /** Commands open to this person for the row, by `openTo`. */
  commands: readonly C[]
  row: ListRow
  /** Secondary commands, displayed beside the primary one. */
  secondaryCommands?: readonly C[]
  /** Commands that are due but blocked by something about the row, by `hinderedTo`, each with the reason. */
  blockedCommands?: readonly { command: C; why: string }[]
  /** Inputs that the command needs for this row, if fewer than all. */
  getInputs?: (command: C) => readonly string[]
  /** Called for a command that needs input first; other commands run on tap. */
  onAsk: (command: C) => void
  /** Question before an irreversible command: names the row and the consequence. */
  getQuestion?: (command: C) => Omit<ConfirmQuestion, 'action'> | null
  /** Message after a command that ran on tap, in place of "saved". */
  getSavedMessage?: (word: string, action: C['action']) => string
  /** Further resources whose lists change with the commands. */
  changedResources?: readonly string[]
  /** Links to other pages, between secondary and primary commands. */
  children?: ReactNode
}

/**
 * The commands open to a person as buttons at the foot of a panel. Only one is primary: the first that is not in
 * `secondaryCommands`.
 */
export function CommandButtons<C extends OfferedCommand>({
  secondaryCommands = [],
  blockedCommands = [],
  children,
  ...props
}: CommandButtonsProps<C>) {
  const primaryCommand = props.commands.find((command) => !secondaryCommands.includes(command))
  return (
    <>
      {props.commands
        .filter((command) => command !== primaryCommand)
        .map((command) => (
          <CommandButton key={command.action} {...props} command={command} isSecondary />
        ))}
      {children}
      {blockedCommands.map(({ command, why }) => (
        <BlockedCommandButton key={command.action} command={command} reason={why} />
      ))}
      {primaryCommand && <CommandButton {...props} command={primaryCommand} />}
    </>
  )
}

function BlockedCommandButton({ command, reason }: { command: OfferedCommand; reason: string }) {
  const labels = useLabels(command.area)
  return <ExplainedButton disabledReason={labels.refusal(command, reason)}>{labels.action(command)}</ExplainedButton>
}
function CommandButton<C extends OfferedCommand>({
  command,
  row,
  isSecondary,
  getInputs = getFormInputs,
  onAsk,
  getQuestion,
  getSavedMessage,
  changedResources,
}: Omit<CommandButtonsProps<C>, 'commands' | 'secondaryCommands' | 'blockedCommands'> & {
  command: C
  isSecondary?: boolean
}) {
  const label = useLabels(command.area).action(command)
  const instantCommand = useInstantCommand(command as InstantEndpoint)
  const look = isSecondary ? { className: 'beside' } : { look: 'primary' as const }
  const [ask, dialog] = useConfirm()
  const runCommand = async () => {
    const question = getQuestion?.(command)
    if (question && !(await ask({ ...question, confirmLabel: label }))) return
    await instantCommand.run(
      { id: row.id, version: row.version },
      {
        baseVersion: row.version,
        quiet: true,
        ...(changedResources ? { changedResources } : {}),
        ...(getSavedMessage ? { savedMessage: getSavedMessage(label, command.action) } : {}),
      },
    )
  }
  return (
    <>
      <CommandRefusedNotice command={instantCommand} />
      <Button
        {...look}
        disabled={instantCommand.busy}
        onClick={() => (getInputs(command).length > 0 ? onAsk(command) : void runCommand())}
      >
        {label}
      </Button>
      {dialog}
    </>
  )
}

/** Reason why a command was refused; stays until retried or closed, because it often tells what to do first. */
export function CommandRefusedNotice({
  command,
}: {
  command: Pick<InstantCommand<never, never>, 'refusalMessage' | 'clearRefusal'>
}) {
  const { t } = useTranslation('client')
  return (
    command.refusalMessage !== null && (
      <div className="ui-card is-warned step-refused" role="alert">
        <p>{command.refusalMessage}</p>
        <Button look="quiet" icon={<CloseIcon size={20} />} aria-label={t('ui.close')} onClick={command.clearRefusal} />
      </div>
    )
  )
}
