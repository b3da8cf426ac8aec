import { refuse, type OfRow } from '@/contract/errno'
import type { Decision } from '@/contract/state-machine'
import type { Context } from './context'

/** Of which thing a step is decided, for the sentence of a refusal. */
export interface Stepping {
  area: string
  resource: string
  label: string
  state: string | null
}

/**
 * Where a step leads. Words: the states by the resource's options, what is missing by its fields, the action by
 * `<resource>.steps.<action>`.
 * @throws 6000 with a sentence when it may not happen from here, or something it needs is missing
 */
export function steppedTo<S extends string>(
  ctx: Context,
  { area, resource, label, state }: Stepping,
  action: string,
  decision: Decision<S>,
): S {
  if (decision.ok) return decision.to
  const { code, fields = [] } = decision.reason
  if (code === 'missing')
    throw refuse('contract:errors.stepMissing', {
      fields: fields.map((f) => ctx.t(`${area}:${resource}.fields.${f}`)).join(', '),
    })
  throw refuse(
    'contract:errors.stepRefused',
    {
      name: `${ctx.t(`${area}:${resource}.name`)} ${label}`.trim(),
      state: state ? ctx.t(`${area}:${resource}.options.state.${state}`) : '',
      action: ctx.t(`${area}:${resource}.steps.${action}`),
    },
    { ofRow: true } satisfies OfRow,
  )
}
