import { refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import { decideRepairTransition, type RepairState } from '../rules/repair'

/**
 * Returns the state that an action leads to.
 * @throws 6000 if the action is not allowed in this state or an input is missing
 */
export function resolveRepairTransition(
  ctx: Context,
  row: { number: string; state: RepairState } | null,
  action: string,
  input: object,
): RepairState {
  const decision = decideRepairTransition(row?.state ?? null, action, input as Record<string, unknown>)
  if (decision.ok) return decision.to
  const { code, fields = [] } = decision.reason
  if (code === 'missing')
    throw refuse('maintenance:refusals.missing', {
      fields: fields.map((f) => ctx.t(`maintenance:repair.fields.${f}`)).join(', '),
    })
  throw refuse('maintenance:refusals.wrongState', {
    number: row?.number ?? '',
    state: ctx.t(`maintenance:repair.options.state.${row?.state ?? ''}`),
    action: ctx.t(`maintenance:actions.repair_${action}`),
  })
}
