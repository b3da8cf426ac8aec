import { defineEndpoint, type Access, type Endpoint, type OfflineUse, type Route } from './endpoint'
import { integer, moment, reference, type Fields, type Flatten, type InputOf } from './field'
import { rowOf, type AnyRow, type Doing, type Resource, type Row } from './resource'
import type { ActionRule, Machine } from './state-machine'

export type { Doing }
/** A moment, ISO 8601 in UTC. */
type Moment = string

/** Inputs of every command beside the thing: its version as the person saw it, and when it happened if not now. */
interface Step {
  version?: number | null
  occurredAt?: Moment | null
}
/** What a command says about a row: the fields it writes. */
export type Change<R> = Partial<Omit<Row<R>, 'id' | 'version' | 'createdAt' | 'updatedAt'>>

/** A row of another resource that a command changes with its own: the round of an answer, the part of a movement. */
export interface Affects<R = Resource, In = unknown> {
  readonly resource: Resource
  /** The input that holds its id. */
  readonly id: string
  apply(row: Row<R>, input: In, doing: Doing): Change<R>
}

/**
 * An action on one row of a resource, defined once: its paths, who may do it from which states, what it takes and what
 * it makes of the row. The server's handler, the phone's preview and the buttons all read it here.
 */
export interface Command<R = Resource, In = unknown> extends Endpoint<In, Row<R>> {
  readonly resource: Resource
  readonly action: string
  readonly machine: Machine | null
  /** The actions of the life cycle that it may be; none for one that changes no state. */
  readonly steps: readonly string[]
  /** States it may be done in, null among them: it creates. Null: in any. */
  readonly from: readonly (string | null)[] | null
  /** The input that holds the id of the row. */
  readonly key: string
  /**
   * Inputs that are fields of the row: written as they come, and joined with what others wrote into the same row since
   * the person saw it (both into one field: a conflict).
   */
  readonly writes: readonly string[]
  /** Whether what it writes only adds: nothing that was said is taken away, and no older version is a conflict. */
  readonly adds: boolean
  /** Fields of the row shown that only a server knows: numbers, shifts, what it looks up. A phone shows them as they were. */
  readonly servers: readonly string[]
  /** Fields of the row shown that a phone works out from what it knows; a server may know better. */
  readonly estimates: readonly string[]
  readonly affects: Affects | null
  /** Each row wants a look of its own, such as a signature: it is not offered for several at once. */
  readonly singly: boolean
  /** What the phone notes on the row it shows, beside its fields, until the server has spoken. */
  meanwhile(row: AnyRow, input: In): AnyRow
  /** Whether it is about a row that is there, of a command that may also make one. */
  needsRow(input: In): boolean
  /** Which of its steps it is. */
  step(row: Row<R> | null, input: In): string | null
  /** Earliest moment that makes sense: what must have come first. */
  after(row: Row<R>): Moment | null
  /** Why this person may not do it with this row, as the last part of the refusal's name; null when they may. */
  hindered(row: Row<R>, personId: string): string | null
  /** Whether it is done already, by this person or whoever may: the same again changes nothing but what `joins` says. */
  done(row: Row<R>, personId: string): boolean
  /** What doing it once more adds where it is `done`, such as the earlier time of another person; null: nothing. */
  joins(row: Row<R>, input: In, doing: Doing): Change<R> | null
  /** What a row that it makes begins with, where nothing else is entered. */
  opens(input: In, doing: Doing): Change<R>
  /**
   * What it makes of the row, on which the inputs are written already, without the state, which the life cycle says.
   * `before`: the row as it was, null for a new one. Pure: the phone's preview is this.
   */
  apply(row: Row<R>, input: In, doing: Doing, before: Row<R> | null): Change<R>
}
type Entered<R extends Resource, W extends string, I extends Fields> = Omit<
  InputOf<Pick<R['fields'], W & keyof R['fields']>>,
  keyof I
> &
  InputOf<I>
/** The id of the row: the phone may give it to one that comes into being. */
type Keyed<K extends string, C> = C extends true ? { [N in K]?: string | null } : { [N in K]: string }
/** What a command takes: the fields it writes as they stand in the resource, and what `I` says of them or beside them. */
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
  /** Of the call, where it is not that of the resource and the action; and the area that answers it. */
  name?: string
  area?: string
  /** Who may; only for one without a life cycle, which says it otherwise. */
  access?: Access
  /** The same for the states: any unless told. */
  from?: readonly (string | null)[]
  /** The actions of the life cycle that it may be, if not the one of its own name, and which of them it is. */
  steps?: readonly string[]
  step?: (row: Row<R> | null, input: In<R, W, I, C, K>) => string
  /** The row comes into being with it: the life cycle has it start from nothing. */
  creates?: C
  needsRow?: (input: In<R, W, I, C, K>) => boolean
  /** The input that holds the id of the row; `id` unless told. */
  key?: K
  /** Fields of the row that are entered with it: see `Command.writes`. */
  writes?: readonly W[]
  adds?: boolean
  /** Fields of the row, or of the one that it affects, that only a server knows. */
  servers?: readonly ((keyof R['fields'] | keyof A['fields']) & string)[]
  estimates?: readonly ((keyof R['fields'] | keyof A['fields']) & string)[]
  /** Inputs beside them, or fields of the row that this command asks for otherwise. */
  input?: I
  after?: (row: Row<R>) => Moment | null
  hindered?: (row: Row<R>, personId: string) => string | null
  done?: (row: Row<R>, personId: string) => boolean
  joins?: (row: Row<R>, input: In<R, W, I, C, K>, doing: Doing) => Change<R> | null
  opens?: (input: In<R, W, I, C, K>, doing: Doing) => Change<R>
  apply?: (row: Row<R>, input: In<R, W, I, C, K>, doing: Doing, before: Row<R> | null) => Change<R>
  /** On the phone the command stands in the queue of that row, and shows what it makes of that one. */
  affects?: {
    resource: A
    id: keyof I & string
    apply: (row: Row<A>, input: In<R, W, I, C, K>, doing: Doing) => Change<A>
  }
  /** What the phone notes on the row it shows, beside its fields, until the server has spoken. */
  meanwhile?: (row: AnyRow, input: In<R, W, I, C, K>) => AnyRow
  singly?: true
  partial?: boolean
  body?: Endpoint['body']
  /** False for one that only a server can do; raise `schema` when the input changes shape. */
  offline?: false | Offline
}
/** `closes`: see `OfflineUse`. */
interface Offline {
  schema: number
  closes?: true
}

/**
 * Declares what an action does and takes. With a life cycle, key, states and ownership stand there; without one (null)
 * `access` says who may, and the state stays. One that creates may be given the `id` by the phone.
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
  // What the input is made of is told to the compiler by `In`.
  return { ...endpoint, ...rest } as unknown as Command<R, In<R, W, I, C, K>>
}
/** Inputs of a command that takes any part of them: it may leave out what a row cannot be without, and may not empty it. */
const kept = (fields: Fields, input: Fields = {}): Fields =>
  Object.fromEntries(
    Object.entries(input).map(([name, field]) => [
      name,
      fields[name]?.required && fields[name].kind === field.kind ? { ...field, required: true } : field,
    ]),
  )

/** Inputs that are fields of the row; of those that only share a name the kind is another. */
const alike = (fields: Fields, input: Fields = {}): string[] =>
  Object.keys(input).filter((name) => fields[name]?.kind === input[name]?.kind)
function accessOf(rules: readonly ActionRule[], given: Access | undefined): Access {
  const keys = [...new Set(rules.flatMap((rule) => [...keysOf(rule.permission), ...keysOf(rule.own?.permission)]))]
  if (rules.length === 0 && given === undefined) throw new Error('a command without a life cycle says who may do it')
  return given ?? (keys.length === 1 ? keys.join() : keys)
}
/** The keys of a rule, any one of which is enough. */
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

/** What stands for the state of a row that has none: it is there. */
export const there = 'there'
/** Whether an endpoint is a command. */
export const isCommand = (endpoint: Endpoint): endpoint is Command => 'apply' in endpoint
/** Whether it makes the row: always, or when there is none yet. */
export const mayCreate = ({ from }: Pick<Command, 'from'>): boolean => from?.includes(null) ?? false

/** Inputs every command takes: the thing, its version as the person saw it, and when it happened. */
const stepInputs: readonly string[] = ['id', 'version', 'occurredAt']
/** What a person fills in for a command; one without takes a single tap. */
export const asksFor = ({ input }: Pick<Command, 'input'>): string[] =>
  Object.keys(input).filter((name) => !stepInputs.includes(name))
