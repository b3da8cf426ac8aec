import { useEffect, useState } from 'react'
import type { Row } from '@/contract/resource'
import { useCommand } from '@/client/api/use-command'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { getPlantMoment } from '@/client/clock'
import { createUuid7 } from '@/contract/id'
import { giveHandover, handover, handoverWrites, takeHandover, unsignHandover } from '../../contract/handover'
import type { HandoverKind } from '../../rules/handover'
import { recordTrouble } from '@/client/ui/trouble'
import type { Shift } from '@/plant/rules/shift'

export type HandoverRow = Row<typeof handover>
/** Returns the write command of a kind. */
export const writeOf = (kind: HandoverKind) => handoverWrites.find((one) => one.kind === kind)!.endpoint

/** Commands that sign by one tap. The version is sent only if the row has no unsent changes. */
export function useSignatures(row: HandoverRow): {
  busy: boolean
  give: () => Promise<unknown>
  take: () => Promise<unknown>
  /** Revokes the last signature. */
  unsign: (reason: string) => Promise<unknown>
} {
  const given = useInstantCommand(giveHandover)
  const taken = useInstantCommand(takeHandover)
  const unsigned = useInstantCommand(unsignHandover)
  const pending = 'pending' in row && row.pending !== undefined
  const input = { id: row.id, ...(pending ? {} : { version: row.version }) }
  return {
    busy: given.busy || taken.busy || unsigned.busy,
    give: () => given.run(input),
    take: () => taken.run(input),
    unsign: (reason) => unsigned.run({ ...input, reason }),
  }
}
/** Maximum wait for the refreshed snapshot before signing, ms. */
const PATIENCE = 5000
/** Refreshes the snapshot of a draft, which may be hours old. Busy until the row has the server's answer. */
export function useRenew(row: HandoverRow): { busy: boolean; run: () => Promise<void> } {
  const command = useCommand(writeOf(row.kind))
  const [since, setSince] = useState<{ asOf: string | null } | null>(null)
  const asOf = row.facts[0]?.asOf ?? null
  useEffect(() => {
    if (since === null) return undefined
    const timer = setTimeout(() => setSince(null), PATIENCE)
    return () => clearTimeout(timer)
  }, [since])
  return {
    busy: command.busy || (since !== null && since.asOf === asOf),
    run: async () => {
      setSince({ asOf })
      try {
        await command.run({ id: row.id, lineId: row.lineId, occurredAt: getPlantMoment() })
      } catch (error) {
        setSince(null)
        recordTrouble('told by a toast', error)
      }
    },
  }
}
/** Opens the draft of a shift and returns its id. */
export function useOpen(kind: HandoverKind): {
  busy: boolean
  open: (lineId: string, shift: Shift) => Promise<string>
} {
  const command = useCommand(writeOf(kind))
  return {
    busy: command.busy,
    open: async (lineId, { businessDate, shift, team }) => {
      const id = createUuid7()
      await command.run({ id, lineId, businessDate, shift, team, occurredAt: getPlantMoment() })
      return id
    },
  }
}
