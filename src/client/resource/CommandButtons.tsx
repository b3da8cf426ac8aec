import { useState, type ReactNode } from 'react'
import { getFormInputs, type Command } from '@/contract/command'
import type { Endpoint } from '@/contract/endpoint'
import { useCommand } from '../api/use-command'
import { useLabels } from '../i18n/labels'
import { Button, ExplainedButton } from '../ui/Button'
import { useConfirm, type ConfirmQuestion } from '@/client/ui/ConfirmDialog'
import { CommandDialog } from './CommandDialog'
import { CommandRefusedNotice } from './CommandRefusedNotice'
import type { ListRow } from './build-columns'

/** Properties of a command that a button needs. */
export type OfferedCommand = Endpoint & Pick<Command, 'action'> & Partial<Pick<Command, 'idInput'>>
type TapEndpoint = Endpoint<Record<string, unknown>>
export interface CommandButtonsProps<C extends OfferedCommand> {
  /** Commands that this person may perform on the row (`getAllowedCommands`). */
  commands: readonly C[]
  row: ListRow
  /** Secondary commands, displayed beside the primary one. */
  secondaryCommands?: readonly C[]
  /** Commands that cannot be undone; their dialog warns. */
  dangerousCommands?: readonly C[]
  /** Commands that are due but that the data of the row forbid, each with the reason. */
  blockedCommands?: readonly { command: C; reason: string }[]
  /** Returns the inputs that the command needs for this row; all by default. */
  getInputs?: (command: C) => readonly string[]
  /** Opens the page's own form for the inputs of a command, in place of the default dialog. */
  onOpenForm?: (command: C) => void
  /**
   * Renders the command's own dialog, which may also belong to a command without inputs. If it returns undefined, a
   * command with inputs gets the default dialog, and a command without inputs gets none.
   */
  renderDialog?: (command: C, onClose: () => void) => ReactNode
  /** Returns the question to confirm before an irreversible command; the question names the row and the consequence. */
  getQuestion?: (command: C) => Omit<ConfirmQuestion, 'confirmLabel'> | null
  /** Message after a command that ran on tap, in place of "saved". */
  getSavedMessage?: (label: string, action: C['action']) => string
  /** Further resources whose lists change with the commands. */
  changedResources?: readonly string[]
  /** Links to other pages, between secondary and primary commands. */
  children?: ReactNode
}

/**
 * Buttons for the commands that the person may perform, at the foot of a panel. The first command that is not in
 * `secondaryCommands` is the primary action. A command with inputs opens a `CommandDialog`; others run on tap.
 */
export function CommandButtons<C extends OfferedCommand>({
  secondaryCommands = [],
  blockedCommands = [],
  children,
  ...props
}: CommandButtonsProps<C>) {
  const primaryCommand = props.commands.find((command) => !secondaryCommands.includes(command))
  const [dialogCommand, setDialogCommand] = useState<C | null>(null)
  const buttonProps = { ...props, onOpenForm: props.onOpenForm ?? setDialogCommand }
  return (
    <>
      {props.commands
        .filter((command) => command !== primaryCommand)
        .map((command) => (
          <CommandButton key={command.action} {...buttonProps} command={command} isSecondary />
        ))}
      {children}
      {blockedCommands.map(({ command, reason }) => (
        <BlockedCommandButton key={command.action} command={command} reason={reason} />
      ))}
      {primaryCommand && <CommandButton {...buttonProps} command={primaryCommand} />}
      {dialogCommand && (
        <CommandButtonDialog {...props} command={dialogCommand} onClose={() => setDialogCommand(null)} />
      )}
    </>
  )
}

/** The dialog of a command: the page's own, else one that asks for the inputs of the command. */
export function CommandButtonDialog<C extends OfferedCommand>({
  command,
  row,
  onClose,
  getInputs,
  getSavedMessage,
  renderDialog,
  dangerousCommands = [],
  changedResources,
}: Omit<CommandButtonsProps<C>, 'commands'> & { command: C; onClose: () => void }) {
  const label = useLabels(command.area).action(command)
  const dialog = renderDialog?.(command, onClose)
  if (dialog !== undefined) return dialog
  return (
    <CommandDialog
      command={command as Endpoint<Record<string, unknown>>}
      row={row}
      onClose={onClose}
      isDangerous={dangerousCommands.includes(command)}
      {...(getInputs ? { fieldNames: getInputs(command) } : {})}
      {...(changedResources ? { changedResources } : {})}
      {...(getSavedMessage ? { savedMessage: getSavedMessage(label, command.action) } : {})}
    />
  )
}
function BlockedCommandButton({ command, reason }: { command: OfferedCommand; reason: string }) {
  const labels = useLabels(command.area)
  return <ExplainedButton disabledReason={labels.refusal(command, reason)}>{labels.action(command)}</ExplainedButton>
}
function CommandButton<C extends OfferedCommand>({
  isSecondary,
  onOpenForm,
  ...props
}: CommandRunProps<C> & { onOpenForm: (command: C) => void; isSecondary?: boolean }) {
  const label = useLabels(props.command.area).action(props.command)
  const { runner, run, dialog } = useCommandRun(props)
  const lookProps = isSecondary ? { className: 'beside' } : { look: 'primary' as const }
  return (
    <>
      <CommandRefusedNotice command={runner} />
      <Button
        {...lookProps}
        disabled={runner.busy}
        onClick={() => (needsDialog(props, props.command) ? onOpenForm(props.command) : void run())}
      >
        {label}
      </Button>
      {dialog}
    </>
  )
}

/** True if a tap opens a dialog or form instead of running the command. */
export const needsDialog = <C extends OfferedCommand>(
  { getInputs = getFormInputs, renderDialog }: Pick<CommandButtonsProps<C>, 'getInputs' | 'renderDialog'>,
  command: C,
): boolean => getInputs(command).length > 0 || renderDialog?.(command, () => undefined) !== undefined

export type CommandRunProps<C extends OfferedCommand> = Omit<
  CommandButtonsProps<C>,
  'commands' | 'secondaryCommands' | 'blockedCommands' | 'onOpenForm'
> & {
  command: C
  /** True if a toast shows a refusal, because there is no room for a notice. */
  notifiesRefusal?: boolean
}
/** Runs a command that needs no inputs; asks for confirmation first if it has a question. Render `dialog` once. */
export function useCommandRun<C extends OfferedCommand>({
  command,
  row,
  getQuestion,
  getSavedMessage,
  changedResources,
  notifiesRefusal = false,
}: CommandRunProps<C>) {
  const label = useLabels(command.area).action(command)
  const runner = useCommand(command as TapEndpoint)
  const [ask, dialog] = useConfirm()
  const run = async () => {
    const question = getQuestion?.(command)
    if (question && !(await ask({ ...question, confirmLabel: label }))) return
    await runner.run(
      { [command.idInput ?? 'id']: row.id, version: row.version },
      {
        baseVersion: row.version,
        quiet: !notifiesRefusal,
        ...(changedResources ? { changedResources } : {}),
        ...(getSavedMessage ? { savedMessage: getSavedMessage(label, command.action) } : {}),
      },
    )
  }
  return { runner, run, dialog }
}
