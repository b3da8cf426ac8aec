/**
 * A life cycle as a plain table: which action leads from which states to which state, who may do it and what
 * it needs. Tables are JSON, so the server decides by them, the app shows buttons by them and the documents draw them.
 * The state `null` stands for "does not exist yet": an action from `null` creates.
 */

export interface ActionRule<S extends string = string> {
  readonly from: readonly (S | null)[]
  readonly to: S
  /** Permission key a person needs, any one of several; null: only the system does it (the clock), nobody is offered it. */
  readonly permission: string | readonly string[] | null
  /** Whoever stands in this field of the row needs only this key: for one's own things. */
  readonly own?: {
    readonly field: string
    readonly permission: string
    /** Only so long after the first of these moments of the row that is there. */
    readonly within?: { readonly hours: number; readonly since: readonly string[] }
  }
  /** Names of the inputs without which the action is refused. */
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
  /** For `missing`: the inputs that are not there. */
  readonly fields?: readonly string[]
}

export type Decision<S extends string = string> =
  | { readonly ok: true; readonly to: S }
  | { readonly ok: false; readonly reason: Refusal }

/** Declares a life cycle; names of states in the actions are checked by the compiler. */
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
 * Whether `action` may happen in `state`, and where it leads. State and action may come unchecked from the wire.
 * With `given`, inputs the action requires must be there: null, blank text and empty lists count as missing, 0 and
 * false do not. Permission is not looked at: the endpoint's declaration guards it.
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

/** The actions open to a person in `state`, in the order of the table: the buttons to show. */
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

/** Every arrow of the drawing, one row each. */
export function transitions<S extends string, A extends string>(machine: Machine<S, A>): Transition<S, A>[] {
  return (Object.keys(machine.actions) as A[]).flatMap((action) => {
    const { from, to, permission, requires = [] } = machine.actions[action]
    return from.map((state) => ({ from: state, action, to, permission, requires }))
  })
}

/** States no action leads out of: the thing's life is over. */
export function finalStates<S extends string, A extends string>(machine: Machine<S, A>): S[] {
  const left = new Set(transitions(machine).map((arrow) => arrow.from))
  return machine.states.filter((state) => !left.has(state))
}

/** The inputs that an action requires and that are not there. */
export const missingInputs = (
  rule: Pick<ActionRule, 'requires'>,
  given: Readonly<Record<string, unknown>>,
): readonly string[] => (rule.requires ?? []).filter((field) => isMissing(given, field))

/** The states of a life that is not over. */
export const openStates = <S extends string, A extends string>(machine: Machine<S, A>): S[] => {
  const over = finalStates(machine)
  return machine.states.filter((state) => !over.includes(state))
}

/** States in which an action may happen. */
export const statesBefore = <S extends string, A extends string>(machine: Machine<S, A>, action: A): S[] =>
  machine.actions[action].from.filter((state) => state !== null)

function ruleOf<S extends string>(machine: Machine<S, string>, action: string): ActionRule<S> | undefined {
  // "constructor" from the wire must not find the object's own machinery.
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
