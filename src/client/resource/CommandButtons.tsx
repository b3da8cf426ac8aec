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

/** What a button needs of a command. */
type Offered = Endpoint & Pick<Command, 'action'>
type AtOnce = Endpoint<{ id: string; version: number }, unknown>
export interface CommandButtonsProps<C extends Offered> {
  /** What this person may do with the row now, by `openTo`. */
  commands: readonly C[]
  row: AnyRow
  /** Those that are not the way forward: they stand beside it. */
  aside?: readonly C[]
  /** Those that it is time for, but which something about the row hinders, by `hinderedTo`: each says what. */
  hindered?: readonly { command: C; why: string }[]
  /** What a command asks for of this row, where that is less than all its inputs. */
  asks?: (command: C) => readonly string[]
  /** A command was chosen that asks for something first; the others are done by the tap. */
  onAsk: (command: C) => void
  /** What is asked before one is done that cannot be undone: names the row and what comes of it. */
  sure?: (command: C) => Omit<Question, 'action'> | null
  /** Said when one was done at once, in place of "saved". */
  done?: (word: string, action: C['action']) => string
  /** Further resources whose lists change with them. */
  changes?: readonly string[]
  /** Between those aside and those forward: ways to other pages. */
  children?: ReactNode
}

/**
 * The commands open to a person as buttons, for the foot of a panel. One place has one way forward: of several that are not
 * said to stand aside, the first in their order.
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
