/**
 * State machines as plain tables: which action leads from which states to which state, who may perform it and which
 * inputs it needs. The tables are JSON: the server decides by them, the app shows buttons by them, and the
 * documentation draws them. The state `null` means "does not exist yet": an action from `null` creates the row.
 */

/** The rule of one action: start states, target state, permission and required inputs. */
export interface ActionRule<S extends string = string> {
  readonly from: readonly (S | null)[]
  readonly to: S
  /** Required permission, or several of which one is enough; null: only the system performs it (e.g. by time). */
  readonly permission: string | readonly string[] | null
  /** Weaker permission for the owner: the person in this field of the row needs only this one. */
  readonly ownerRule?: {
    readonly field: string
    readonly permission: string
    /** Applies for this many hours after the first of these moment fields that is filled. */
    readonly timeLimit?: { readonly hours: number; readonly since: readonly string[] }
  }
  /** Inputs without which the action is refused. */
  readonly requiredInputs?: readonly string[]
}

/** The states of a row and the actions that lead from one state to another. */
export interface StateMachine<S extends string = string, A extends string = string> {
  readonly name: string
  readonly states: readonly S[]
  readonly initial: S
  readonly actions: Readonly<Record<A, ActionRule<S>>>
}

export type StateName<M> = M extends StateMachine<infer S, string> ? S : never
export type ActionName<M> = M extends StateMachine<string, infer A> ? A : never

/** The reason why an action is not possible. */
export interface TransitionRefusal {
  /** `notFromHere`: the action does not start from the current state; `missing`: required inputs are missing. */
  readonly code: 'unknownAction' | 'notFromHere' | 'missing'
  readonly state: string | null
  readonly action: string
  /** Names of the missing inputs, only for `missing`. */
  readonly fields?: readonly string[]
}

export type TransitionDecision<S extends string = string> =
  | { readonly ok: true; readonly to: S }
  | { readonly ok: false; readonly reason: TransitionRefusal }

/** Declares a state machine; the compiler checks the state names in the actions. */
export function defineStateMachine<const S extends string, const A extends string>(
  name: string,
  table: {
    readonly states: readonly S[]
    readonly initial: NoInfer<S>
    readonly actions: Readonly<Record<A, ActionRule<NoInfer<S>>>>
  },
): StateMachine<S, A> {
  return { name, ...table }
}

/**
 * Decides if `action` is possible in `state`, and returns the state it leads to. State and action may come unchecked
 * from the wire. With `input`, required inputs must be present: null, blank text and empty lists count as missing, 0
 * and false do not. Permissions are not checked here, but by the endpoint.
 */
export function decideTransition<S extends string, A extends string>(
  stateMachine: StateMachine<S, A>,
  state: string | null,
  action: string,
  input?: Readonly<Record<string, unknown>>,
): TransitionDecision<S> {
  const rule = findActionRule(stateMachine, action)
  if (!rule) return { ok: false, reason: { code: 'unknownAction', state, action } }
  if (!allowsStartFrom(rule, state)) return { ok: false, reason: { code: 'notFromHere', state, action } }
  const missingFields = input ? findMissingInputs(rule, input) : []
  if (missingFields.length > 0) return { ok: false, reason: { code: 'missing', state, action, fields: missingFields } }
  return { ok: true, to: rule.to }
}

/** Returns the actions that a person may perform in `state`, in table order: the buttons to show. */
export function getAllowedActions<S extends string, A extends string>(
  stateMachine: StateMachine<S, A>,
  state: string | null,
  holdsPermission: (permission: string) => boolean,
): A[] {
  return (Object.keys(stateMachine.actions) as A[]).filter((action) => {
    const rule = stateMachine.actions[action]
    const permissions = typeof rule.permission === 'string' ? [rule.permission] : (rule.permission ?? [])
    return allowsStartFrom(rule, state) && permissions.some(holdsPermission)
  })
}

/** One arrow of the diagram: an action from one start state. */
export interface Transition<S extends string = string, A extends string = string> {
  readonly from: S | null
  readonly action: A
  readonly to: S
  readonly permission: ActionRule['permission']
  readonly requiredInputs: readonly string[]
}

/** Lists all transitions, one entry per start state and action. */
export function listTransitions<S extends string, A extends string>(
  stateMachine: StateMachine<S, A>,
): Transition<S, A>[] {
  return (Object.keys(stateMachine.actions) as A[]).flatMap((action) => {
    const { from, to, permission, requiredInputs = [] } = stateMachine.actions[action]
    return from.map((state) => ({ from: state, action, to, permission, requiredInputs }))
  })
}

/** Returns the states that no action leaves. */
export function getFinalStates<S extends string, A extends string>(stateMachine: StateMachine<S, A>): S[] {
  const statesWithExit = new Set(listTransitions(stateMachine).map((transition) => transition.from))
  return stateMachine.states.filter((state) => !statesWithExit.has(state))
}

/** Returns the required inputs of an action that are missing. */
export const findMissingInputs = (
  rule: Pick<ActionRule, 'requiredInputs'>,
  input: Readonly<Record<string, unknown>>,
): readonly string[] => (rule.requiredInputs ?? []).filter((field) => isMissing(input, field))

/** Returns the states that are not final. */
export const getOpenStates = <S extends string, A extends string>(stateMachine: StateMachine<S, A>): S[] => {
  const finalStates = getFinalStates(stateMachine)
  return stateMachine.states.filter((state) => !finalStates.includes(state))
}

/** Returns the states from which an action is possible. */
export const getFromStates = <S extends string, A extends string>(stateMachine: StateMachine<S, A>, action: A): S[] =>
  stateMachine.actions[action].from.filter((state) => state !== null)

function findActionRule<S extends string>(
  stateMachine: StateMachine<S, string>,
  action: string,
): ActionRule<S> | undefined {
  // An action named "constructor" from the wire must not match Object.prototype.
  return Object.hasOwn(stateMachine.actions, action) ? stateMachine.actions[action] : undefined
}

function allowsStartFrom(rule: ActionRule, state: string | null): boolean {
  return rule.from.includes(state)
}

function isMissing(input: Readonly<Record<string, unknown>>, field: string): boolean {
  const value = Object.hasOwn(input, field) ? input[field] : undefined
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.length === 0
}

/** Meaning of a state for the person: fine, check it, wrong, in progress, waiting for someone, idle. */
export type Tone = 'ok' | 'warn' | 'bad' | 'active' | 'wait' | 'idle'
/** A tone for every option; a forgotten one does not compile. */
export type Tones<Option extends string> = Readonly<Record<Option, Tone>>
