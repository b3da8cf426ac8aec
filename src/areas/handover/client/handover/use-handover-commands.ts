import { useEffect, useState } from 'react'
import type { Row } from '@/contract/resource'
import { useCommand } from '@/client/api/use-command'
import { createUuid7 } from '@/contract/id'
import { giveHandover, handover, handoverWriteCommands, takeHandover } from '../../contract/handover'
import type { HandoverKind } from '../../rules/handover'
import type { Shift } from '@/plant/rules/shift'

export type HandoverRow = Row<typeof handover>
/** Returns the endpoint that writes handovers of a kind. */
export const getWriteCommand = (kind: HandoverKind) =>
  handoverWriteCommands.find((command) => command.kind === kind)!.endpoint

/**
 * Returns the commands that sign a handover as giver or taker. They send the row's version only if the row has no
 * unsent changes.
 */
export function useHandoverSignatures(row: HandoverRow): {
  busy: boolean
  give: () => Promise<unknown>
  take: () => Promise<unknown>
} {
  const giveCommand = useCommand(giveHandover)
  const takeCommand = useCommand(takeHandover)
  const isPending = 'pending' in row && row.pending !== undefined
  const input = { id: row.id, ...(isPending ? {} : { version: row.version }) }
  return {
    busy: giveCommand.busy || takeCommand.busy,
    give: () => giveCommand.run(input),
    take: () => takeCommand.run(input),
  }
}
/** Maximum wait for the refreshed snapshot before signing, ms. */
const REFRESH_TIMEOUT_MS = 5000
/** Returns a command that refreshes the snapshot of a draft. It is busy until the row has the refreshed snapshot. */
export function useRefreshSnapshot(row: HandoverRow): { busy: boolean; run: () => Promise<void> } {
  const command = useCommand(getWriteCommand(row.kind))
  const [previousSnapshot, setPreviousSnapshot] = useState<{ asOf: string | null } | null>(null)
  const asOf = row.facts[0]?.asOf ?? null
  useEffect(() => {
    if (previousSnapshot === null) return undefined
    const timer = setTimeout(() => setPreviousSnapshot(null), REFRESH_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [previousSnapshot])
  return {
    busy: command.busy || (previousSnapshot !== null && previousSnapshot.asOf === asOf),
    run: async () => {
      setPreviousSnapshot({ asOf })
      if (!(await command.run({ id: row.id, lineId: row.lineId }, { savedMessage: null }))) setPreviousSnapshot(null)
    },
  }
}
/** Returns a command that opens the draft of a shift and returns its id, or null if the server refuses it. */
export function useOpenHandover(kind: HandoverKind): {
  busy: boolean
  open: (lineId: string, shift: Shift) => Promise<string | null>
} {
  const command = useCommand(getWriteCommand(kind))
  return {
    busy: command.busy,
    open: async (lineId, { businessDate, shift, team }) => {
      const id = createUuid7()
      const result = await command.run({ id, lineId, businessDate, shift, team }, { savedMessage: null })
      return result && id
    },
  }
}
