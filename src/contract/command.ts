import { defineEndpoint, type Access, type Endpoint, type OfflineUse, type Route } from './endpoint'
import { integer, moment, reference, type Fields, type Flatten, type InputOf } from './field'
import { rowOf, type AnyRow, type Doing, type Resource, type Row } from './resource'
import type { ActionRule, Machine } from './state-machine'

export type { Doing }
/** A moment, ISO 8601 in UTC. */
type Moment = string

/** Inputs of every command besides the row id: the version that the person saw, and when it happened if not now. */
interface Step {
  version?: number | null
  occurredAt?: Moment | null
}
/** The fields of a row that a command writes. */
export type Change<R> = Partial<Omit<Row<R>, 'id' | 'version' | 'createdAt' | 'updatedAt'>>

/** Another row that a command changes too, e.g. the round of an answer or the spare part of a movement. */
export interface Affects<R = Resource, In = unknown> {
  readonly resource: Resource
  /** Input that holds the id of that row. */
  readonly id: string
  apply(row: Row<R>, input: In, doing: Doing): Change<R>
}

/**
 * An endpoint that acts on one row of a resource: routes, permissions, start states, inputs and the resulting row. The
 * server's handler, the phone's preview and the buttons all use this definition.
 */
export interface Command<R = Resource, In = unknown> extends Endpoint<In, Row<R>> {
  readonly resource: Resource
  readonly action: string
  readonly machine: Machine | null
  /** Actions of the state machine that the command can perform; empty if it changes no state. */
  readonly steps: readonly string[]
  /** States it is possible in; a `null` among them means that it creates the row. Null: any state. */
  readonly from: readonly (string | null)[] | null
  /** Input that holds the id of the row. */
  readonly key: string
  /**
   * Inputs that are written to the row fields of the same name. They are merged with changes that others made since the
   * person saw the row; two changes of one field are a conflict.
   */
  readonly writes: readonly string[]
  /** The command only adds and never removes values, so an outdated version is no conflict. */
  readonly adds: boolean
  /**
   * Fields of the displayed row that only the server can determine (numbers, shifts, look-ups). The phone leaves them
   * unchanged.
   */
  readonly servers: readonly string[]
  /** Fields of the displayed row that the phone only estimates; the server's values may differ. */
  readonly estimates: readonly string[]
  readonly affects: Affects | null
  /** Not available as a bulk action, e.g. for signatures, which need individual review. */
  readonly singly: boolean
  /** Extra values that the phone adds to the displayed row until the server has answered. */
  meanwhile(row: AnyRow, input: In): AnyRow
  /** True if the row must exist, for commands that may also create one. */
  needsRow(input: In): boolean
  /** Returns which of the `lifecycleActions` this input stands for. */
  step(row: Row<R> | null, input: In): string | null
  /** Returns the earliest plausible moment: that of the event that must have come first. */
  after(row: Row<R>): Moment | null
  /** Returns why this person may not do it with this row, as the last part of the refusal key; null if allowed. */
  hindered(row: Row<R>, personId: string): string | null
  /**
   * True if the command has already been applied. Repeating it is a no-op, apart from the patch returned by
   * `mergeWhenDone`.
   */
  done(row: Row<R>, personId: string): boolean
  /** Returns the patch of a repeated command, e.g. the earlier time of another person; null for none. */
  joins(row: Row<R>, input: In, doing: Doing): Change<R> | null
  /** Returns the values of a created row that the input does not set. */
  opens(input: In, doing: Doing): Change<R>
  /**
   * Returns the further changes of the row. The inputs are already written to `row`; the state machine sets the state.
   * `previousRow` is the row before the command, null for a new one. Pure, because the phone runs it for its preview.
   */
  apply(row: Row<R>, input: In, doing: Doing, before: Row<R> | null): Change<R>
}
type Entered<R extends Resource, W extends string, I extends Fields> = Omit<
  InputOf<Pick<R['fields'], W & keyof R['fields']>>,
  keyof I
> &
  InputOf<I>
/** The id of the row; optional for a created row, which the phone may give an id. */
type Keyed<K extends string, C> = C extends true ? { [N in K]?: string | null } : { [N in K]: string }
/** The input of a command: the written fields as declared in the resource, overridden and extended by `I`. */
type In<R extends Resource, W extends string, I extends Fields, C, K extends string> = Flatten<
  Step & Keyed<K, C> & Entered<R, W, I>
>
export interface CommandOptions<
  R extends Resource,
  W extends string,
  I extends Fields,
  C,
  K extends string,
  A extends Resource,
> {
  routes: Route | readonly Route[]
  /** Endpoint name and area, by default `resource.action` and the area of the resource. */
  name?: string
  area?: string
  /** Who may call; only without a state machine, which otherwise defines the permissions. */
  access?: Access
  /** States it is possible in, by default any; only without a state machine. */
  from?: readonly (string | null)[]
  /**
   * Actions of the state machine that it can perform (default: the one of its own name), and which one an input stands
   * for.
   */
  steps?: readonly string[]
  step?: (row: Row<R> | null, input: In<R, W, I, C, K>) => string
  /** The command creates the row; its action must start from `null`. */
  creates?: C
  needsRow?: (input: In<R, W, I, C, K>) => boolean
  /** Input that holds the id of the row, by default `id`. */
  key?: K
  /** Row fields that are inputs of the command: see `Command.writes`. */
  writes?: readonly W[]
  adds?: boolean
  /** Fields of the row, or of the affected one, that only the server can determine. */
  servers?: readonly ((keyof R['fields'] | keyof A['fields']) & string)[]
  estimates?: readonly ((keyof R['fields'] | keyof A['fields']) & string)[]
  /** Further inputs, or row fields that this command declares differently. */
  input?: I
  after?: (row: Row<R>) => Moment | null
  hindered?: (row: Row<R>, personId: string) => string | null
  done?: (row: Row<R>, personId: string) => boolean
  joins?: (row: Row<R>, input: In<R, W, I, C, K>, doing: Doing) => Change<R> | null
  opens?: (input: In<R, W, I, C, K>, doing: Doing) => Change<R>
  apply?: (row: Row<R>, input: In<R, W, I, C, K>, doing: Doing, before: Row<R> | null) => Change<R>
  /** On the phone the command queues behind that row's commands, and its preview shows that row. */
  affects?: {
    resource: A
    id: keyof I & string
    apply: (row: Row<A>, input: In<R, W, I, C, K>, doing: Doing) => Change<A>
  }
  /** Extra values that the phone adds to the displayed row until the server has answered. */
  meanwhile?: (row: AnyRow, input: In<R, W, I, C, K>) => AnyRow
  singly?: true
  partial?: boolean
  body?: Endpoint['body']
  /** `false` if it needs the server. Increase `schemaVersion` when the input changes shape. */
  offline?: false | Offline
}
/** See `OfflineUse`. */
interface Offline {
  schema: number
  closes?: true
}

/**
 * Declares a command. A state machine defines its permissions, start states and owner rule. Without one (null),
 * `access` defines who may call it and the state does not change. The phone may choose the `id` of a created row.
 */
export function defineCommand<
  const R extends Resource,
  const W extends keyof R['fields'] & string = never,
  const I extends Fields = {},
  const C extends boolean = false,
  const K extends string = 'id',
  A extends Resource = Resource,
>(
  resource: R,
  machine: Machine | null,
  action: string,
  options: CommandOptions<R, W, I, C, K, A>,
): Command<R, In<R, W, I, C, K>> {
  const steps = machine ? (options.steps ?? [action]) : []
  const rules = steps.map((name) => {
    const rule = machine?.actions[name]
    if (!rule) throw new Error(`${machine?.name} has no action ${name}`)
    return rule
  })
  const creates = options.creates === true
  const from = machine ? [...new Set(rules.flatMap((rule) => rule.from))] : (options.from ?? (creates ? [null] : null))
  if (creates !== (from?.some((state) => state === null) ?? false))
    throw new Error(`${resource.name}.${action}: does it create or not?`)
  const { writes = [], affects } = options
  const key: string = options.key ?? 'id'
  const endpoint = defineEndpoint(options.name ?? `${resource.name}.${action}`, {
    area: options.area ?? resource.area,
    routes: options.routes,
    access: accessOf(rules, options.access),
    effect: 'write',
    input: {
      [key]: reference(resource.name, { required: !creates }),
      ...(creates && from?.length === 1 ? {} : { version: integer({ min: 1 }) }),
      occurredAt: moment(),
      ...Object.fromEntries(writes.map((name) => [name, resource.fields[name]])),
      ...(options.partial ? kept(resource.fields, options.input) : options.input),
    } as Fields,
    output: rowOf(resource),
    ...(options.partial ? { partial: true } : {}),
    ...(options.body ? { body: options.body } : {}),
    ...offlineUse(options, affects ? affects.resource.name : resource.name, affects ? affects.id : key, key),
  })
  const rest = {
    resource,
    action,
    machine,
    steps,
    from,
    key,
    writes: [...new Set([...writes, ...alike(resource.fields, options.input)])],
    adds: options.adds ?? false,
    servers: options.servers ?? [],
    estimates: options.estimates ?? [],
    affects: affects ?? null,
    singly: options.singly ?? false,
    meanwhile: options.meanwhile ?? (() => ({})),
    needsRow: options.needsRow ?? (() => !creates),
    step: options.step ?? (() => steps[0] ?? null),
    after: options.after ?? (() => null),
    hindered: options.hindered ?? (() => null),
    done: options.done ?? (() => false),
    joins: options.joins ?? (() => null),
    opens: options.opens ?? (() => ({})),
    apply: options.apply ?? (() => ({})),
  }
  // The input is built at run time; only `CommandPayload` knows its type.
  return { ...endpoint, ...rest } as unknown as Command<R, In<R, W, I, C, K>>
}
/** Marks the inputs of a partial command as required where the row field is: they may be left out but not emptied. */
const kept = (fields: Fields, input: Fields = {}): Fields =>
  Object.fromEntries(
    Object.entries(input).map(([name, field]) => [
      name,
      fields[name]?.required && fields[name].kind === field.kind ? { ...field, required: true } : field,
    ]),
  )

/** Returns the inputs that are row fields. An input of another kind only shares the name. */
const alike = (fields: Fields, input: Fields = {}): string[] =>
  Object.keys(input).filter((name) => fields[name]?.kind === input[name]?.kind)
function accessOf(rules: readonly ActionRule[], given: Access | undefined): Access {
  const keys = [...new Set(rules.flatMap((rule) => [...keysOf(rule.permission), ...keysOf(rule.own?.permission)]))]
  if (rules.length === 0 && given === undefined) throw new Error('a command without a life cycle says who may do it')
  return given ?? (keys.length === 1 ? keys.join() : keys)
}
/** Returns the permissions of a rule as a list; any one of them is enough. */
export const keysOf = (keys: ActionRule['permission'] | undefined): readonly string[] =>
  typeof keys === 'string' ? [keys] : (keys ?? [])
function offlineUse(
  { offline = { schema: 1 }, creates, affects }: { offline?: false | Offline; creates?: unknown; affects?: unknown },
  entity: string,
  id: string,
  own: string,
): { offline?: OfflineUse } {
  if (!offline) return {}
  return { offline: { entity, id, ...offline, ...(!creates ? {} : affects ? { makes: own } : { creates: true }) } }
}

/** State of an existing row whose resource has no states. */
export const there = 'there'
/** True if the endpoint is a command. */
export const isCommand = (endpoint: Endpoint): endpoint is Command => 'apply' in endpoint
/** True if the command creates its row, always or when it does not exist yet. */
export const mayCreate = ({ from }: Pick<Command, 'from'>): boolean => from?.includes(null) ?? false

/** Inputs of every command: row id, version seen by the person, and time of the event. */
const stepInputs: readonly string[] = ['id', 'version', 'occurredAt']
/** Returns the inputs that a person fills in; a command without any takes a single tap. */
export const asksFor = ({ input }: Pick<Command, 'input'>): string[] =>
  Object.keys(input).filter((name) => !stepInputs.includes(name))
