import { defineEndpoint, mayCall, type Endpoint, type OfflineUse, type Route } from './endpoint'
import { integer, moment, reference, type Fields, type Flatten, type InputOf } from './field'
import { blankRow, rowOf, type AnyRow, type Resource, type Row } from './resource'
import type { Machine } from './state-machine'

/** A moment, ISO 8601 in UTC. */
type Moment = string

/** By whom and when a command is carried out. */
export interface Doing {
  /** When it happened: as entered, else when it was saved on the phone; never before what must have come first. */
  readonly at: Moment
  readonly personId: string
}
/** Inputs of every command: the thing, its version as the person saw it, and when it happened if not now. */
interface Step {
  id: string
  version?: number | null
  occurredAt?: Moment | null
}
/** What a command says about a row: the fields it writes. */
type Change<R> = Partial<Omit<Row<R>, 'id' | 'version' | 'createdAt' | 'updatedAt'>>

/**
 * An action on one row of a resource, defined once: its paths, who may do it from which states, what it takes and what
 * it makes of the row. The server's handler, the phone's preview and the buttons all read it here.
 */
export interface Command<R = Resource, In = unknown> extends Endpoint<In, Row<R>> {
  readonly resource: Resource
  /** Name in the life cycle of the resource; null for one that changes no state. */
  readonly action: string
  readonly machine: Machine | null
  /**
   * Inputs that are fields of the row: written as they come, and joined with what others wrote into the same row since
   * the person saw it (both into one field: a conflict).
   */
  readonly writes: readonly string[]
  /** Earliest moment that makes sense: what must have come first. */
  readonly after: ((row: Row<R>) => Moment | null) | null
  /** What it makes of the row, without the state, which the life cycle says. Pure: the phone's preview is this. */
  readonly apply: (row: Row<R>, input: In, doing: Doing) => Change<R>
}
type Entered<R extends Resource, W extends string, I extends Fields> = Omit<
  InputOf<Pick<R['fields'], W & keyof R['fields']>>,
  keyof I
> &
  InputOf<I>
/** What a command takes: the fields it writes as they stand in the resource, and what `I` says of them or beside them. */
type In<R extends Resource, W extends string, I extends Fields, C> = Flatten<
  (C extends true ? Omit<Step, 'id' | 'version'> & { id?: string | null } : Step) & Entered<R, W, I>
>
export interface CommandOptions<R extends Resource, W extends string, I extends Fields, C> {
  routes: Route | readonly Route[]
  /** The row comes into being with it: the life cycle has it start from nothing. */
  creates?: C
  /** Fields of the row that are entered with it: see `Command.writes`. */
  writes?: readonly W[]
  /** Inputs beside them, or fields of the row that this command asks for otherwise. */
  input?: I
  after?: (row: Row<R>) => Moment | null
  apply?: (row: Row<R>, input: In<R, W, I, C>, doing: Doing) => Change<R>
  /** False for one that only a server can do; raise `schema` when the input changes shape. */
  offline?: false | { schema: number }
}

/**
 * Declares what an action of a life cycle takes and does. Key, states and ownership stand in the machine.
 * One that creates may be given the `id` by the phone.
 */
export function defineCommand<
  const R extends Resource,
  const W extends keyof R['fields'] & string = never,
  const I extends Fields = {},
  const C extends boolean = false,
>(resource: R, machine: Machine, action: string, options: CommandOptions<R, W, I, C>): Command<R, In<R, W, I, C>> {
  const rule = machine.actions[action]
  const creates = options.creates === true
  if (!rule) throw new Error(`${machine.name} has no action ${action}`)
  if (creates !== rule.from.includes(null)) throw new Error(`${machine.name}.${action}: does it create or not?`)
  const keys = [rule.permission, rule.own?.permission].filter((key) => typeof key === 'string')
  const { offline = { schema: 1 }, writes = [] } = options
  const use: OfflineUse | false = offline && {
    entity: resource.name,
    id: 'id',
    schema: offline.schema,
    ...(creates ? { creates: true } : {}),
  }
  const endpoint = defineEndpoint(`${resource.name}.${action}`, {
    area: resource.area,
    routes: options.routes,
    access: keys.length === 1 ? keys.join() : keys,
    effect: 'write',
    input: {
      id: reference(resource.name, { required: !creates }),
      ...(creates ? {} : { version: integer({ min: 1 }) }),
      occurredAt: moment(),
      ...Object.fromEntries(writes.map((name) => [name, resource.fields[name]])),
      ...options.input,
    } as Fields,
    output: rowOf(resource),
    ...(use ? { offline: use } : {}),
  })
  const made = {
    ...endpoint,
    resource,
    action,
    machine,
    writes: [...new Set([...writes, ...Object.keys(options.input ?? {})])].filter((name) => name in resource.fields),
    after: options.after ?? null,
    apply: options.apply ?? (() => ({})),
  }
  // What the input is made of is told to the compiler by `In`.
  return made as unknown as Command<R, In<R, W, I, C>>
}

/** Whether an endpoint is a command. */
export const isCommand = (endpoint: Endpoint): endpoint is Command => 'apply' in endpoint

/** Inputs every command takes: the thing, its version as the person saw it, and when it happened. */
const stepInputs: readonly string[] = ['id', 'version', 'occurredAt']
/** What a person fills in for a command; one without takes a single tap. */
export const asksFor = ({ input }: Pick<Command, 'input'>): string[] =>
  Object.keys(input).filter((name) => !stepInputs.includes(name))

/** Who wants to do something: the session on either side. */
export interface Doer {
  readonly id: string
  readonly isSup: boolean
  readonly keys: ReadonlySet<string>
}
/** What the question who may do it needs of a command. */
export type Guarded = Pick<Command, 'machine' | 'action' | 'access'>
export type Barred = 'key' | 'state'
/**
 * Why this person may not do it with this row now: they lack the key (and do not own it), or it is not the time. Null when
 * they may. A row's owner needs only the key that the life cycle names for owners.
 */
export function barred(command: Guarded, row: AnyRow | null, person: Doer): Barred | null {
  const rule = command.machine?.actions[command.action]
  if (rule) {
    const owns = rule.own && row && row[rule.own.field] === person.id
    const keys = [rule.permission, owns ? rule.own?.permission : null].filter((key) => typeof key === 'string')
    if (!mayCall(keys, person)) return 'key'
    const state = row === null ? null : String(row['state'])
    return rule.from.includes(state) ? null : 'state'
  }
  return mayCall(command.access, person) ? null : 'key'
}
/** The commands of these that a person may do with a row now, in their order: the buttons to show. */
export const openTo = <C extends Guarded>(commands: readonly C[], row: AnyRow | null, person: Doer): C[] =>
  commands.filter((command) => barred(command, row, person) === null)

/** Earliest moment that makes sense for a command on this row; null when nothing must have come first. */
export const firstMoment = (command: Pick<Command, 'after'>, row: AnyRow | null): Moment | null =>
  row && command.after ? command.after(row as Row<Resource>) : null
/** When it happened: as said, never before what must have come first. */
export function momentOf(command: Pick<Command, 'after'>, row: AnyRow | null, said: Moment): Moment {
  const first = firstMoment(command, row)
  return first !== null && Date.parse(first) > Date.parse(said) ? first : said
}
/**
 * What a command makes of a row (null for one it creates): the merged inputs, what `apply` says, and the new state. Does
 * not ask who or whether: `barred` does.
 */
export function outcome(
  command: Command,
  row: AnyRow | null,
  input: Readonly<Record<string, unknown>>,
  doing: Doing,
): Record<string, unknown> {
  const before = row ?? blankRow(command.resource)
  const written = Object.fromEntries(
    command.writes.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  )
  const to = command.machine?.actions[command.action]?.to
  return {
    ...written,
    ...command.apply({ ...before, ...written } as Row<Resource>, input, doing),
    ...(to ? { state: to } : {}),
  }
}
