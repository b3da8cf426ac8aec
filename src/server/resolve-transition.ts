import { refuse, type RowRefusal } from '@/contract/errno'
import type { TransitionDecision } from '@/contract/state-machine'
import type { Context } from './context'

/** The subject of a state transition, for the text of a refusal. */
export interface TransitionSubject {
  area: string
  resource: string
  label: string
  state: string | null
}

/**
 * Returns the state that a transition leads to. Texts: states by the resource's options, missing fields by its fields,
 * the action by `<resource>.steps.<action>`.
 * @throws 6000 if the transition is not allowed from this state, or a required field is missing
 */
export function resolveTransition<S extends string>(
  ctx: Context,
  { area, resource, label, state }: TransitionSubject,
  action: string,
  decision: TransitionDecision<S>,
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
      who: '',
      next: '',
    },
    { ofRow: true } satisfies RowRefusal,
  )
}
