import { mayCall, type Access, type Endpoint, type OfflineUse, type Route } from './endpoint'
import { defineEndpoint } from './endpoint'
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
  /** Fields of the row among its inputs: what others wrote into them meanwhile is a conflict, not lost. */
  readonly merges: readonly string[]
  /** Earliest moment that makes sense: what must have come first. */
  readonly after: ((row: Row<R>) => Moment | null) | null
  /** What it makes of the row, without the state, which the life cycle says. Pure: the phone's preview is this. */
  readonly apply: (row: Row<R>, input: In, doing: Doing) => Change<R>
}
type AnyCommand = Command<never, never>

export interface CommandOptions<R, I extends Fields, In> {
  routes: Route | readonly Route[]
  input?: I
  /** Names of inputs that are fields of the row and are written as they come (see `Command.merges`). */
  merges?: readonly (keyof I & string)[]
  after?: (row: Row<R>) => Moment | null
  apply?: (row: Row<R>, input: In, doing: Doing) => Change<R>
  /** A phone may save it without a network; raise `schema` when the input changes shape. */
  offline?: false | { schema: number }
  /** Who may do it; the life cycle says so unless told. */
  access?: Access
}
const step = (resource: string) => ({
  id: reference(resource, { required: true }),
  version: integer({ min: 1 }),
  occurredAt: moment(),
})

/**
 * Declares what an action of a life cycle takes and does. Key, states and ownership stand in the machine.
 * An action from nothing makes the row; its `id` may then be given by the phone.
 */
export function defineCommand<const R extends Resource, const I extends Fields = {}>(
  resource: R,
  machine: Machine,
  action: string,
  options: CommandOptions<R, I, Flatten<Step & InputOf<I>>>,
): Command<R, Flatten<Step & InputOf<I>>> {
  const rule = machine.actions[action]
  if (!rule) throw new Error(`${machine.name} has no action ${action}`)
  const creates = rule.from.includes(null)
  const own = rule.own ? [rule.own.permission] : []
  const access = options.access ?? [...new Set([...(rule.permission ? [rule.permission] : []), ...own])]
  const { offline = { schema: 1 } } = options
  const base = step(resource.name)
  const use: OfflineUse | false = offline && {
    entity: resource.name,
    id: 'id',
    schema: offline.schema,
    ...(creates ? { creates: true } : {}),
  }
  return {
    ...defineEndpoint(`${resource.name}.${action}`, {
      area: resource.area,
      routes: options.routes,
      access: typeof access === 'string' || access.length > 1 ? access : access.join(),
      effect: 'write',
      input: { ...base, ...(creates ? { id: reference(resource.name) } : {}), ...options.input },
      output: rowOf(resource),
      ...(use ? { offline: use } : {}),
    }),
    resource,
    action,
    machine,
    merges: options.merges ?? [],
    after: options.after ?? null,
    apply: options.apply ?? (() => ({})),
  } as unknown as Command<R, Flatten<Step & InputOf<I>>>
}

/** Whether an endpoint is a command. */
export const isCommand = (endpoint: Endpoint): endpoint is Command => 'apply' in endpoint

/** Who wants to do something: the session on either side. */
export interface Doer {
  readonly id: string
  readonly isSup: boolean
  readonly keys: ReadonlySet<string>
}
export type Barred = 'key' | 'state'
/**
 * Why this person may not do it with this row now: they lack the key (and do not own it), or it is not the time. Null when
 * they may. A row's owner needs only the key that the life cycle names for owners.
 */
export function barred(
  command: Pick<Command, 'machine' | 'action' | 'access'>,
  row: AnyRow | null,
  person: Doer,
): Barred | null {
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
export const openTo = <C extends Command>(commands: readonly C[], row: AnyRow | null, person: Doer): C[] =>
  commands.filter((command) => barred(command, row, person) === null)

/** When it happened: as said, never before what must have come first. */
export function momentOf(command: Pick<Command, 'after'>, row: AnyRow | null, said: Moment): Moment {
  const first = row && command.after ? command.after(row as never) : null
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
    command.merges.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  )
  const to = command.machine?.actions[command.action]?.to
  return {
    ...written,
    ...command.apply({ ...before, ...written } as never, input as never, doing),
    ...(to ? { state: to } : {}),
  }
}
export type { AnyCommand }
