import { useEffect, useState } from 'react'
import type { Row } from '@/contract/resource'
import { useCommand } from '@/client/api/use-command'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { getPlantMoment } from '@/client/clock'
import { createUuid7 } from '@/contract/id'
import { giveHandover, handover, handoverWriteCommands, takeHandover, unsignHandover } from '../../contract/handover'
import type { HandoverKind } from '../../rules/handover'
import { recordTrouble } from '@/client/ui/trouble'
import type { Shift } from '@/plant/rules/shift'

export type HandoverRow = Row<typeof handover>
/** Returns the write command of a kind. */
export const getWriteCommand = (kind: HandoverKind) =>
  handoverWriteCommands.find((command) => command.kind === kind)!.endpoint

/** Commands that sign by one tap. The version is sent only if the row has no unsent changes. */
export function useHandoverSignatures(row: HandoverRow): {
  busy: boolean
  give: () => Promise<unknown>
  take: () => Promise<unknown>
  /** Revokes the last signature. */
  unsign: (reason: string) => Promise<unknown>
} {
  const giveCommand = useInstantCommand(giveHandover)
  const takeCommand = useInstantCommand(takeHandover)
  const unsignCommand = useInstantCommand(unsignHandover)
  const isPending = 'pending' in row && row.pending !== undefined
  const input = { id: row.id, ...(isPending ? {} : { version: row.version }) }
  return {
    busy: giveCommand.busy || takeCommand.busy || unsignCommand.busy,
    give: () => giveCommand.run(input),
    take: () => takeCommand.run(input),
    unsign: (reason) => unsignCommand.run({ ...input, reason }),
  }
}
/** Maximum wait for the refreshed snapshot before signing, ms. */
const RENEW_TIMEOUT_MS = 5000
/** Refreshes the snapshot of a draft, which may be hours old. Busy until the row has the server's answer. */
export function useRenewSnapshot(row: HandoverRow): { busy: boolean; run: () => Promise<void> } {
  const command = useCommand(getWriteCommand(row.kind))
  const [snapshotBefore, setSnapshotBefore] = useState<{ asOf: string | null } | null>(null)
  const asOf = row.facts[0]?.asOf ?? null
  useEffect(() => {
    if (snapshotBefore === null) return undefined
    const timer = setTimeout(() => setSnapshotBefore(null), RENEW_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [snapshotBefore])
  return {
    busy: command.busy || (snapshotBefore !== null && snapshotBefore.asOf === asOf),
    run: async () => {
      setSnapshotBefore({ asOf })
      try {
        await command.run({ id: row.id, lineId: row.lineId, occurredAt: getPlantMoment() })
      } catch (error) {
        setSnapshotBefore(null)
        recordTrouble('shown in a toast', error)
      }
    },
  }
}
/** Opens the draft of a shift and returns its id. */
export function useOpenHandover(kind: HandoverKind): {
  busy: boolean
  open: (lineId: string, shift: Shift) => Promise<string>
} {
  const command = useCommand(getWriteCommand(kind))
  return {
    busy: command.busy,
    open: async (lineId, { businessDate, shift, team }) => {
      const id = createUuid7()
      await command.run({ id, lineId, businessDate, shift, team, occurredAt: getPlantMoment() })
      return id
    },
  }
}
