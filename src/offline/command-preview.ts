import { momentOf, outcome, type Command } from '@/contract/command'
import { blankRow } from '@/contract/resource'
import type { Preview } from './overlay'

/**
 * What a command makes of its row until the server has spoken: the contract's own `apply`. Null where the row is not
 * known here, or has meanwhile gone where the command does not start from.
 */
export const previewOf =
  (command: Command): Preview =>
  (row, body, op) => {
    const from = command.machine?.actions[command.action]?.from
    const makes = from?.includes(null) ?? false
    if (!makes && !row) return null
    if (from && row && !makes && !from.includes(String(row['state']))) return null
    const before = makes ? null : (row ?? null)
    const at = momentOf(command, before, String(body['occurredAt'] ?? op.occurredAt))
    const change = outcome(command, before, body, { at, personId: op.userId })
    if (before) return { ...before, ...change }
    const base = { version: 1, createdAt: op.occurredAt, updatedAt: op.occurredAt, createdBy: op.userId }
    return { ...blankRow(command.resource), ...base, ...row, ...change }
  }
