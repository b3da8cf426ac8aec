/**
 * State machines as plain tables: which action leads from which states to which state, who may perform it and which
 * inputs it needs. The tables are JSON: the server decides by them, the app shows buttons by them, and the
 * documentation draws them. The state `null` means "does not exist yet": an action from `null` creates the row.
 */

export interface ActionRule<S extends string = string> {
  readonly from: readonly (S | null)[]
  readonly to: S
  /** Required permission, or several of which one is enough; null: only the system performs it (e.g. by time). */
  readonly permission: string | readonly string[] | null
  /** Weaker permission for the owner: the person in this field of the row needs only this one. */
  readonly own?: {
    readonly field: string
    readonly permission: string
    /** Applies for this many hours after the first of these moment fields that is filled. */
    readonly within?: { readonly hours: number; readonly since: readonly string[] }
  }
  /** Inputs without which the action is refused. */
  readonly requires?: readonly string[]
}

export interface Machine<S extends string = string, A extends string = string> {
  readonly name: string
  readonly states: readonly S[]
  readonly initial: S
  readonly actions: Readonly<Record<A, ActionRule<S>>>
}

export type StateOf<M> = M extends Machine<infer S, string> ? S : never
export type ActionOf<M> = M extends Machine<string, infer A> ? A : never

export interface Refusal {
  readonly code: 'unknownAction' | 'notFromHere' | 'missing'
  readonly state: string | null
  readonly action: string
  /** For `missing`: names of the missing inputs. */
  readonly fields?: readonly string[]
}

export type Decision<S extends string = string> =
  | { readonly ok: true; readonly to: S }
  | { readonly ok: false; readonly reason: Refusal }

/** Declares a state machine; the compiler checks the state names in the actions. */
export function defineMachine<const S extends string, const A extends string>(
  name: string,
  table: {
    readonly states: readonly S[]
    readonly initial: NoInfer<S>
    readonly actions: Readonly<Record<A, ActionRule<NoInfer<S>>>>
  },
): Machine<S, A> {
  return { name, ...table }
}

/**
 * Decides if `action` is possible in `state`, and returns the state it leads to. State and action may come unchecked
 * from the wire. With `input`, required inputs must be present: null, blank text and empty lists count as missing, 0
 * and false do not. Permissions are not checked here, but by the endpoint.
 */
export function decide<S extends string, A extends string>(
  machine: Machine<S, A>,
  state: string | null,
  action: string,
  given?: Readonly<Record<string, unknown>>,
): Decision<S> {
  const rule = ruleOf(machine, action)
  if (!rule) return { ok: false, reason: { code: 'unknownAction', state, action } }
  if (!startsFrom(rule, state)) return { ok: false, reason: { code: 'notFromHere', state, action } }
  const fields = given ? missingInputs(rule, given) : []
  if (fields.length > 0) return { ok: false, reason: { code: 'missing', state, action, fields } }
  return { ok: true, to: rule.to }
}

/** Returns the actions that a person may perform in `state`, in table order: the buttons to show. */
export function allowedActions<S extends string, A extends string>(
  machine: Machine<S, A>,
  state: string | null,
  can: (permission: string) => boolean,
): A[] {
  return (Object.keys(machine.actions) as A[]).filter((action) => {
    const rule = machine.actions[action]
    const keys = typeof rule.permission === 'string' ? [rule.permission] : (rule.permission ?? [])
    return startsFrom(rule, state) && keys.some(can)
  })
}

export interface Transition<S extends string = string, A extends string = string> {
  readonly from: S | null
  readonly action: A
  readonly to: S
  readonly permission: ActionRule['permission']
  readonly requires: readonly string[]
}

/** Lists all transitions, one entry per start state and action. */
export function transitions<S extends string, A extends string>(machine: Machine<S, A>): Transition<S, A>[] {
  return (Object.keys(machine.actions) as A[]).flatMap((action) => {
    const { from, to, permission, requires = [] } = machine.actions[action]
    return from.map((state) => ({ from: state, action, to, permission, requires }))
  })
}

/** Returns the states that no action leaves. */
export function finalStates<S extends string, A extends string>(machine: Machine<S, A>): S[] {
  const left = new Set(transitions(machine).map((arrow) => arrow.from))
  return machine.states.filter((state) => !left.has(state))
}

/** Returns the required inputs of an action that are missing. */
export const missingInputs = (
  rule: Pick<ActionRule, 'requires'>,
  given: Readonly<Record<string, unknown>>,
): readonly string[] => (rule.requires ?? []).filter((field) => isMissing(given, field))

/** Returns the states that are not final. */
export const openStates = <S extends string, A extends string>(machine: Machine<S, A>): S[] => {
  const over = finalStates(machine)
  return machine.states.filter((state) => !over.includes(state))
}

/** Returns the states from which an action is possible. */
export const statesBefore = <S extends string, A extends string>(machine: Machine<S, A>, action: A): S[] =>
  machine.actions[action].from.filter((state) => state !== null)

function ruleOf<S extends string>(machine: Machine<S, string>, action: string): ActionRule<S> | undefined {
  // An action named "constructor" from the wire must not match Object.prototype.
  return Object.hasOwn(machine.actions, action) ? machine.actions[action] : undefined
}

function startsFrom(rule: ActionRule, state: string | null): boolean {
  return rule.from.includes(state)
}

function isMissing(given: Readonly<Record<string, unknown>>, field: string): boolean {
  const value = Object.hasOwn(given, field) ? given[field] : undefined
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.length === 0
}
