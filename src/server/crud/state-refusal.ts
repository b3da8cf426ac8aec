import type { Command } from '@/contract/command'
import { canCall } from '@/contract/endpoint'
import { refuse, type Refusal, type RowRefusal } from '@/contract/errno'
import type { AnyRow } from '@/contract/resource'
import { translateOperation } from '@/contract/translate-operation'
import type { Context } from '../context'
import { formatPlantMinute } from '../entered-moments'
import { findLastChange, type LastChange } from './last-change'
import { loadNames } from './load-names'
import type { KitContext } from './operations'

interface RefusedStep {
  /** Transition that the command would perform; null if its inputs select none. */
  readonly step: string | null
  readonly label: string
  /** The target state is reached already, so nothing is lost. */
  readonly isSettled: boolean
}

/**
 * Builds the refusal of a command that the state of a row forbids. The sentence names the state, who caused it and when
 * (for people who may see the row), and what the person can do instead.
 */
export async function buildStateRefusal(
  ctx: Context,
  definition: Command,
  row: AnyRow | null,
  { step, label, isSettled }: RefusedStep,
): Promise<Refusal> {
  const { resource, name, action } = definition
  const lastChange = row ? await findLastChange(ctx, resource, String(row['id'])) : null
  const params = {
    name: `${ctx.t(`${resource.area}:${resource.name}.name`)} ${label}`.trim(),
    state: row ? ctx.t(`${resource.area}:${resource.name}.options.state.${String(row['state'])}`) : '',
    action:
      findStepText(ctx, definition, step ?? action) ?? ctx.t(`${resource.area}:actions.${name.replaceAll('.', '_')}`),
    who: lastChange ? await describeLastChange(ctx, definition, lastChange) : '',
    next: row ? describePossibleSteps(ctx, definition, row) : '',
  }
  return refuse('contract:errors.stepRefused', params, {
    ofRow: true,
    ...(isSettled ? { settled: true } : {}),
    ...(lastChange ? { changed: { id: lastChange.id, by: lastChange.by, at: lastChange.at } } : {}),
  } satisfies RowRefusal)
}

async function describeLastChange(ctx: Context, { area }: Command, change: LastChange): Promise<string> {
  const names = change.id ? await loadNames(ctx, 'user', [change.id]) : {}
  const by = names[change.id ?? ''] ?? change.by
  if (!by) return ''
  const did = translateOperation((key, more) => ctx.t(key, more), { area, name: change.operation })
  return ctx.t('contract:errors.stepWho', { by, time: formatPlantMinute(ctx, change.at), did })
}

/** Lists the transitions from the row's state that the person has permission for and that have a text. */
function describePossibleSteps(ctx: Context, definition: Command, row: AnyRow): string {
  const actions = Object.entries(definition.lifecycle?.actions ?? {}).flatMap(([step, rule]) => {
    const isPossible =
      rule.from.includes(String(row['state'])) && rule.permission !== null && canCall(rule.permission, ctx.person)
    return isPossible ? (findStepText(ctx, definition, step) ?? []) : []
  })
  return actions.length > 0
    ? ctx.t('contract:errors.stepNext', { actions: [...new Set(actions)].join(ctx.language === 'zh' ? '、' : ', ') })
    : ''
}

/** Text of a transition, else of the command of that name; null if there is none. */
function findStepText(ctx: Context, { resource }: Command, step: string): string | null {
  const { words } = (ctx as KitContext).app
  const keys = [`${resource.area}:${resource.name}.steps.${step}`, `${resource.area}:actions.${resource.name}_${step}`]
  const key = keys.find((candidate) => words.has(candidate, ctx.language))
  return key === undefined ? null : ctx.t(key)
}
