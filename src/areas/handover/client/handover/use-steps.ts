import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { notify } from '@/client/api/notify'
import { savedText } from '@/client/api/saved'
import { useCommand } from '@/client/api/use-command'
import { plantMoment } from '@/client/clock'
import { uuid7 } from '@/contract/id'
import { giveHandover, handover, handoverWrites, takeHandover, unsignHandover } from '../../contract/handover'
import type { HandoverKind } from '../../rules/handover'
import type { Shift } from '@/plant/rules/shift'

export type HandoverRow = Row<typeof handover>
export const writeOf = (kind: HandoverKind) => handoverWrites.find((one) => one.kind === kind)!.endpoint

/** Signatures by one tap. A version goes along only when all this person saw is the server's. */
export function useSignatures(row: HandoverRow): {
  busy: boolean
  give: () => Promise<void>
  take: () => Promise<void>
  /** Takes the last signature back. */
  unsign: (reason: string) => Promise<void>
} {
  const { t } = useTranslation('client')
  const given = useCommand(giveHandover)
  const taken = useCommand(takeHandover)
  const unsigned = useCommand(unsignHandover)
  const pending = 'pending' in row && row.pending !== undefined
  const input = () => ({ id: row.id, occurredAt: plantMoment(), ...(pending ? {} : { version: row.version }) })
  const told = async (run: () => Promise<{ queued: boolean }>) => {
    try {
      void notify(t(savedText(await run())), 'success')
    } catch (error) {
      void notify(`${t('resource.notSaved')}: ${error instanceof Error ? error.message : String(error)}`, 'fail')
    }
  }
  return {
    busy: given.busy || taken.busy || unsigned.busy,
    give: () => told(() => given.run(input())),
    take: () => told(() => taken.run(input())),
    unsign: (reason) => told(() => unsigned.run({ ...input(), reason }, { quiet: true })),
  }
}
/** Opens the draft of a shift and answers its id. */
export function useOpen(kind: HandoverKind): {
  busy: boolean
  open: (lineId: string, shift: Shift) => Promise<string>
} {
  const command = useCommand(writeOf(kind))
  return {
    busy: command.busy,
    open: async (lineId, { businessDate, shift, team }) => {
      const id = uuid7()
      await command.run({ id, lineId, businessDate, shift, team, occurredAt: plantMoment() })
      return id
    },
  }
}
