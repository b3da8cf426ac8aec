import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLabels } from '../i18n/labels'
import type { SwipeButton } from '../ui/table/columns'
import type { ListRow } from './build-columns'
import {
  CommandButtonDialog,
  needsDialog,
  useCommandRun,
  type CommandButtonsProps,
  type CommandRunProps,
  type OfferedCommand,
} from './CommandButtons'
import type { SwipeOffer } from './use-row-swipe'

/**
 * Offers the commands of a row as swipe buttons of its card, the primary command first. `getProps` returns the props of
 * the `CommandButtons` in the row's panel.
 */
export function useCommandSwipe<C extends OfferedCommand>(
  area: string,
  getProps: (row: ListRow) => CommandButtonsProps<C>,
): SwipeOffer {
  const labels = useLabels(area)
  const [tappedCommand, setTappedCommand] = useState<{ row: ListRow; command: C } | null>(null)
  const tappedProps = tappedCommand && {
    ...getProps(tappedCommand.row),
    command: tappedCommand.command,
    onClose: () => setTappedCommand(null),
  }
  const tappedKey = tappedCommand && `${tappedCommand.row.id} ${tappedCommand.command.action}`
  return {
    getButtons: (row) => {
      const props = getProps(row)
      const { commands, secondaryCommands = [], dangerousCommands = [], onOpenForm } = props
      const getTone = (command: C): SwipeButton['tone'] => {
        if (dangerousCommands.includes(command)) return 'danger'
        return secondaryCommands.includes(command) ? 'plain' : 'primary'
      }
      const buttons = commands.map((command): SwipeButton => ({
        key: command.action,
        label: labels.action(command),
        tone: getTone(command),
        onClick: () =>
          onOpenForm && needsDialog(props, command) ? onOpenForm(command) : setTappedCommand({ row, command }),
      }))
      return [...buttons].sort((a, b) => Number(b.tone === 'primary') - Number(a.tone === 'primary'))
    },
    dialog:
      tappedProps &&
      (needsDialog(tappedProps, tappedProps.command) ? (
        <CommandButtonDialog key={tappedKey} {...tappedProps} />
      ) : (
        <SwipedCommand key={tappedKey} {...tappedProps} />
      )),
  }
}

/** Runs a command once the component mounts; asks the question of the command first, if it has one. */
function SwipedCommand<C extends OfferedCommand>({ onClose, ...props }: CommandRunProps<C> & { onClose: () => void }) {
  const { run, dialog } = useCommandRun({ ...props, notifiesRefusal: true })
  const isStarted = useRef(false)
  const start = useEffectEvent(() => void run().finally(onClose))
  useEffect(() => {
    // StrictMode runs effects twice.
    if (isStarted.current) return
    isStarted.current = true
    start()
  }, [])
  return dialog
}
