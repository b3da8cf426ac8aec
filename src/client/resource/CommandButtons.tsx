import type { ReactNode } from 'react'
import { asksFor, type Command } from '@/contract/command'
import type { Endpoint } from '@/contract/endpoint'
import { useStep } from '../api/use-step'
import { useLabels } from '../i18n/labels'
import { Button } from '../ui/Button'
import { OfferedButton } from '../ui/OfferedButton'
import { useConfirm, type Question } from '../ui/use-confirm'
import type { AnyRow } from './columns'
import { StepRefused } from './StepRefused'

/** The part of a command that a button needs. */
type Offered = Endpoint & Pick<Command, 'action'>
type AtOnce = Endpoint<{ id: string; version: number }, unknown>
export interface CommandButtonsProps<C extends Offered> {
  /** Commands open to this person for the row, by `openTo`. */
  commands: readonly C[]
  row: AnyRow
  /** Secondary commands, displayed beside the primary one. */
  aside?: readonly C[]
  /** Commands that are due but blocked by something about the row, by `hinderedTo`, each with the reason. */
  hindered?: readonly { command: C; why: string }[]
  /** Inputs that the command needs for this row, if fewer than all. */
  asks?: (command: C) => readonly string[]
  /** Called for a command that needs input first; other commands run on tap. */
  onAsk: (command: C) => void
  /** Question before an irreversible command: names the row and the consequence. */
  sure?: (command: C) => Omit<Question, 'action'> | null
  /** Message after a command that ran on tap, in place of "saved". */
  done?: (word: string, action: C['action']) => string
  /** Further resources whose lists change with the commands. */
  changes?: readonly string[]
  /** Links to other pages, between secondary and primary commands. */
  children?: ReactNode
}

/**
 * The commands open to a person as buttons at the foot of a panel. Only one is primary: the first that is not in
 * `aside`.
 */
export function CommandButtons<C extends Offered>({
  aside = [],
  hindered = [],
  children,
  ...props
}: CommandButtonsProps<C>) {
  const forward = props.commands.find((command) => !aside.includes(command))
  return (
    <>
      {props.commands
        .filter((command) => command !== forward)
        .map((command) => (
          <CommandButton key={command.action} {...props} command={command} aside />
        ))}
      {children}
      {hindered.map((one) => (
        <Hindered key={one.command.action} {...one} />
      ))}
      {forward && <CommandButton {...props} command={forward} />}
    </>
  )
}

function Hindered({ command, why }: { command: Offered; why: string }) {
  const labels = useLabels(command.area)
  return <OfferedButton why={labels.refusal(command, why)}>{labels.action(command)}</OfferedButton>
}
function CommandButton<C extends Offered>({
  command,
  row,
  aside,
  asks = asksFor,
  onAsk,
  sure,
  done,
  changes,
}: Omit<CommandButtonsProps<C>, 'commands' | 'aside' | 'hindered'> & { command: C; aside?: boolean }) {
  const word = useLabels(command.area).action(command)
  const step = useStep(command as AtOnce)
  const look = aside ? { className: 'beside' } : { look: 'primary' as const }
  const [ask, dialog] = useConfirm()
  const take = async () => {
    const question = sure?.(command)
    if (question && !(await ask({ ...question, action: word }))) return
    await step.run(
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
      <StepRefused of={step} />
      <Button {...look} disabled={step.busy} onClick={() => (asks(command).length > 0 ? onAsk(command) : void take())}>
        {word}
      </Button>
      {dialog}
    </>
  )
}
