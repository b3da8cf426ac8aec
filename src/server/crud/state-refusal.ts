import type { Command } from '@/contract/command'
import { canCall, translateOperation } from '@/contract/endpoint'
import { refuse, type Refusal, type RowRefusal } from '@/contract/errno'
import type { AnyRow, Resource } from '@/contract/resource'
import type { StateMachine, TransitionDecision } from '@/contract/state-machine'
import type { Context } from '../context'
import { formatPlantMinute } from '../entered-moments'
import { findLastChange, type LastChange } from './audit'
import type { AppContext } from './operations'
import { loadNames } from './refs'

/** A row on which an action is attempted. */
interface TransitionRow {
  readonly resource: Resource
  /** State machine of the resource. The refusal names the actions that it allows instead. */
  readonly lifecycle: StateMachine | null
  /** Null if the row does not exist yet. */
  readonly row: AnyRow | null
  readonly label: string
}

/**
 * Returns the state that an action leads to.
 * @throws errno.message if the row's state does not allow the action, or a required input is missing
 */
export async function resolveTransition<S extends string>(
  ctx: Context,
  transitionRow: TransitionRow,
  action: string,
  decision: TransitionDecision<S>,
): Promise<S> {
  if (decision.ok) return decision.to
  const { resource } = transitionRow
  const { code, fields = [] } = decision.reason
  if (code === 'missing')
    throw refuse('contract:errors.stepMissing', {
      fields: fields.map((name) => ctx.t(`${resource.area}:${resource.name}.fields.${name}`)).join(', '),
    })
  throw await buildTransitionRefusal(ctx, transitionRow, action)
}

/** Builds the refusal of a command that the state of a row forbids. */
export function buildStateRefusal(
  ctx: Context,
  definition: Command,
  row: AnyRow | null,
  { lifecycleAction, label, isSettled }: { lifecycleAction: string | null; label: string; isSettled: boolean },
): Promise<Refusal> {
  const { resource, lifecycle } = definition
  return buildTransitionRefusal(ctx, { resource, lifecycle, row, label }, lifecycleAction ?? definition.action, {
    isSettled,
    commandKey: `${definition.area}:actions.${definition.name.replaceAll('.', '_')}`,
  })
}

interface RefusalOptions {
  /** True if the row is already in the target state, so that the refusal loses nothing. */
  readonly isSettled?: boolean
  /** Text key of the command, used if the action has no text. */
  readonly commandKey?: string
}
/**
 * Builds the refusal of an action. The sentence names the state, the author and time of the last change (for people who
 * may see the row), and the actions that are possible instead.
 */
export async function buildTransitionRefusal(
  ctx: Context,
  { resource, lifecycle, row, label }: TransitionRow,
  action: string,
  { isSettled = false, commandKey }: RefusalOptions = {},
): Promise<Refusal> {
  const lastChange = row ? await findLastChange(ctx, resource, String(row['id'])) : null
  const params = {
    name: `${ctx.t(`${resource.area}:${resource.name}.name`)} ${label}`.trim(),
    state: row ? ctx.t(`${resource.area}:${resource.name}.options.state.${String(row['state'])}`) : '',
    action: findActionText(ctx, resource, action) ?? (commandKey ? ctx.t(commandKey) : action),
    who: lastChange ? await describeLastChange(ctx, resource.area, lastChange) : '',
    next: row && lifecycle ? describePossibleActions(ctx, resource, lifecycle, String(row['state'])) : '',
  }
  return refuse('contract:errors.stepRefused', params, {
    ofRow: true,
    ...(isSettled ? { settled: true } : {}),
    ...(lastChange ? { changed: { id: lastChange.id, by: lastChange.by, at: lastChange.at } } : {}),
  } satisfies RowRefusal)
}

async function describeLastChange(ctx: Context, area: string, change: LastChange): Promise<string> {
  const names = change.id ? await loadNames(ctx, 'user', [change.id]) : {}
  const authorName = names[change.id ?? ''] ?? change.by
  if (!authorName) return ''
  const action = translateOperation((key, more) => ctx.t(key, more), { area, name: change.operation })
  return ctx.t('contract:errors.stepWho', { by: authorName, time: formatPlantMinute(ctx, change.at), did: action })
}

/** Describes the actions that the person may perform from the state and that have a text. */
function describePossibleActions(ctx: Context, resource: Resource, lifecycle: StateMachine, state: string): string {
  const actions = Object.entries(lifecycle.actions).flatMap(([action, rule]) => {
    const isPossible = rule.from.includes(state) && rule.permission !== null && canCall(rule.permission, ctx.person)
    return isPossible ? (findActionText(ctx, resource, action) ?? []) : []
  })
  return actions.length > 0
    ? ctx.t('contract:errors.stepNext', { actions: [...new Set(actions)].join(ctx.language === 'zh' ? '、' : ', ') })
    : ''
}

/** Returns the text of an action, else the text of the command with the action's name; null if there is none. */
function findActionText(ctx: Context, { area, name }: Resource, action: string): string | null {
  const { translations } = (ctx as AppContext).app
  const keys = [`${area}:${name}.steps.${action}`, `${area}:actions.${name}_${action}`]
  const key = keys.find((candidate) => translations.has(candidate, ctx.language))
  return key === undefined ? null : ctx.t(key)
}
