import { defineEndpoint, type Access, type Endpoint, type OfflineUse, type ApiRoute } from './endpoint'
import { integer, moment, reference, type Fields, type Flatten } from './field'
import type { FieldsInput } from './field-values'
import { resourceOutput, type AnyRow, type ActionContext, type Resource, type Row } from './resource'
import type { ActionRule, StateMachine } from './state-machine'

export type { ActionContext }
/** A moment, ISO 8601 in UTC. */
type Moment = string

/** Inputs of every command in addition to the id of the row. */
interface CommandInput {
  /** The version of the row that the person saw. */
  version?: number | null
  /** Time of the event, if not now. */
  occurredAt?: Moment | null
}
/** The fields of a row that a command writes. */
export type RowChange<R> = Partial<Omit<Row<R>, 'id' | 'version' | 'createdAt' | 'updatedAt'>>

/** Another row that a command changes too, e.g. the round of an answer or the spare part of a movement. */
export interface AffectedResource<R = Resource, In = unknown> {
  readonly resource: Resource
  /** Name of the input that holds the id of the affected row. */
  readonly idInput: string
  apply(row: Row<R>, input: In, context: ActionContext): RowChange<R>
}

/**
 * An endpoint that acts on one row of a resource: routes, permissions, start states, inputs and the resulting row. The
 * server's handler, the phone's preview and the buttons all use this definition.
 */
export interface Command<R = Resource, In = unknown> extends Endpoint<In, Row<R>> {
  readonly resource: Resource
  readonly action: string
  readonly lifecycle: StateMachine | null
  /** Actions of the state machine that the command can perform; empty if it changes no state. */
  readonly lifecycleActions: readonly string[]
  /** States in which the command is possible. An entry `null` means that it creates the row. Null: any state. */
  readonly fromStates: readonly (string | null)[] | null
  /** Name of the input that holds the id of the row. */
  readonly idInput: string
  /**
   * Inputs that are written to the row fields of the same name. The server merges them with changes that others made
   * since the person saw the row; two changes of one field are a conflict.
   */
  readonly writes: readonly string[]
  /** The command only adds and never removes values, so an outdated version is not a conflict. */
  readonly appendOnly: boolean
  /**
   * Fields of the displayed row that only the server can determine (numbers, shifts, look-ups). The phone leaves them
   * unchanged.
   */
  readonly serverFields: readonly string[]
  /** Fields that the phone calculates provisionally for display until the server answers; the server's values may differ. */
  readonly provisionalFields: readonly string[]
  readonly affects: AffectedResource | null
  /** Not available as a bulk action, e.g. for signatures, which need individual review. */
  readonly individualOnly: boolean
  /** Extra values that the phone adds to the displayed row until the server has answered. */
  optimisticPatch(row: AnyRow, input: In): AnyRow
  /** True if the row must exist, for commands that may also create one. */
  needsRow(input: In): boolean
  /** Returns which of the `lifecycleActions` this input stands for. */
  selectLifecycleAction(row: Row<R> | null, input: In): string | null
  /** Returns the earliest plausible moment: the moment of the event that must precede the command. */
  getNotBefore(row: Row<R>): Moment | null
  /** Returns why this person may not perform the command on this row (last part of the refusal key); null if allowed. */
  forbiddenReason(row: Row<R>, personId: string): string | null
  /**
   * True if the command has already been applied. A repeated command changes nothing, apart from the patch returned by
   * `mergeWhenDone`.
   */
  isDone(row: Row<R>, personId: string): boolean
  /** Returns the patch of a repeated command, e.g. the earlier time of another person; null for none. */
  mergeWhenDone(row: Row<R>, input: In, context: ActionContext): RowChange<R> | null
  /** Returns the values of a created row that the input does not set. */
  initialValues(input: In, context: ActionContext): RowChange<R>
  /**
   * Returns the further changes of the row. The inputs are already written to `row`; the state machine sets the state.
   * `previousRow` is the row before the command, null for a new one. Pure, because the phone runs it for its preview.
   */
  apply(row: Row<R>, input: In, context: ActionContext, previousRow: Row<R> | null): RowChange<R>
}
type WrittenFields<R extends Resource, W extends string, I extends Fields> = Omit<
  FieldsInput<Pick<R['fields'], W & keyof R['fields']>>,
  keyof I
> &
  FieldsInput<I>
/** The id of the row. Optional if the command creates the row, because the phone may choose the id. */
type RowIdInput<K extends string, C> = C extends true ? { [N in K]?: string | null } : { [N in K]: string }
/** The input of a command: the written fields as declared in the resource, overridden and extended by `I`. */
type CommandPayload<R extends Resource, W extends string, I extends Fields, C, K extends string> = Flatten<
  CommandInput & RowIdInput<K, C> & WrittenFields<R, W, I>
>
/**
 * Options of `defineCommand`. Type parameters: `R` resource, `W` names of the written fields, `I` additional inputs, `C` true
 * if the command creates its row, `K` name of the id input, `A` resource of the affected row.
 */
export interface CommandOptions<
  R extends Resource,
  W extends string,
  I extends Fields,
  C,
  K extends string,
  A extends Resource,
> {
  routes: ApiRoute | readonly ApiRoute[]
  /** Endpoint name and area, by default `resource.action` and the area of the resource. */
  name?: string
  area?: string
  /** Who may call the command. Only without a state machine, which otherwise defines the permissions. */
  access?: Access
  /** States in which the command is possible, by default any; only without a state machine. */
  fromStates?: readonly (string | null)[]
  /**
   * Actions of the state machine that the command can perform; by default the action with the command's name.
   */
  lifecycleActions?: readonly string[]
  /** Returns the action that an input stands for; by default the first of `lifecycleActions`. */
  selectLifecycleAction?: (row: Row<R> | null, input: CommandPayload<R, W, I, C, K>) => string
  /** The command creates the row; its action must start from `null`. */
  creates?: C
  needsRow?: (input: CommandPayload<R, W, I, C, K>) => boolean
  /** Name of the input that holds the id of the row, by default `id`. */
  idInput?: K
  /** Row fields that are inputs of the command: see `Command.writes`. */
  writes?: readonly W[]
  appendOnly?: boolean
  /** Fields of the row, or of the affected one, that only the server can determine. */
  serverFields?: readonly ((keyof R['fields'] | keyof A['fields']) & string)[]
  provisionalFields?: readonly ((keyof R['fields'] | keyof A['fields']) & string)[]
  /** Additional inputs, or row fields that this command declares differently. */
  input?: I
  getNotBefore?: (row: Row<R>) => Moment | null
  forbiddenReason?: (row: Row<R>, personId: string) => string | null
  isDone?: (row: Row<R>, personId: string) => boolean
  mergeWhenDone?: (row: Row<R>, input: CommandPayload<R, W, I, C, K>, context: ActionContext) => RowChange<R> | null
  initialValues?: (input: CommandPayload<R, W, I, C, K>, context: ActionContext) => RowChange<R>
  apply?: (
    row: Row<R>,
    input: CommandPayload<R, W, I, C, K>,
    context: ActionContext,
    previousRow: Row<R> | null,
  ) => RowChange<R>
  /** Another row that the command changes. On a phone the command queues behind the commands of the other row. */
  affects?: {
    resource: A
    idInput: keyof I & string
    apply: (row: Row<A>, input: CommandPayload<R, W, I, C, K>, context: ActionContext) => RowChange<A>
  }
  /** Extra values that the phone adds to the displayed row until the server has answered. */
  optimisticPatch?: (row: AnyRow, input: CommandPayload<R, W, I, C, K>) => AnyRow
  individualOnly?: true
  partial?: boolean
  body?: Endpoint['body']
  /** `false` if the command needs the server. Increase `schemaVersion` when the input changes shape. */
  offline?: false | CommandOfflineOptions
}
/** See `OfflineUse`. */
interface CommandOfflineOptions {
  schemaVersion: number
  isFinalStep?: true
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
  lifecycle: StateMachine | null,
  action: string,
  options: CommandOptions<R, W, I, C, K, A>,
): Command<R, CommandPayload<R, W, I, C, K>> {
  const lifecycleActions = lifecycle ? (options.lifecycleActions ?? [action]) : []
  const actionRules = lifecycleActions.map((name) => {
    const rule = lifecycle?.actions[name]
    if (!rule) throw new Error(`${lifecycle?.name} has no action ${name}`)
    return rule
  })
  const creates = options.creates === true
  const fromStates = lifecycle
    ? [...new Set(actionRules.flatMap((rule) => rule.from))]
    : (options.fromStates ?? (creates ? [null] : null))
  if (creates !== (fromStates?.some((state) => state === null) ?? false))
    throw new Error(`${resource.name}.${action}: 'creates' contradicts the start states`)
  const { writes = [], affects } = options
  const idInput: string = options.idInput ?? 'id'
  const endpoint = defineEndpoint(options.name ?? `${resource.name}.${action}`, {
    area: options.area ?? resource.area,
    routes: options.routes,
    access: buildAccess(actionRules, options.access),
    effect: 'write',
    input: {
      [idInput]: reference(resource.name, { required: !creates }),
      ...(creates && fromStates?.length === 1 ? {} : { version: integer({ min: 1 }) }),
      occurredAt: moment(),
      ...Object.fromEntries(writes.map((name) => [name, resource.fields[name]])),
      ...(options.partial ? markRequiredInputs(resource.fields, options.input) : options.input),
    } as Fields,
    output: resourceOutput(resource),
    dateOrder: resource.dateOrder,
    valueOrder: resource.valueOrder,
    ...(options.partial ? { partial: true } : {}),
    ...(options.body ? { body: options.body } : {}),
    ...buildOfflineUse(
      options,
      affects ? affects.resource.name : resource.name,
      affects ? affects.idInput : idInput,
      idInput,
    ),
  })
  const definition = {
    resource,
    action,
    lifecycle,
    lifecycleActions,
    fromStates,
    idInput,
    writes: [...new Set([...writes, ...getRowFieldInputs(resource.fields, options.input)])],
    appendOnly: options.appendOnly ?? false,
    serverFields: options.serverFields ?? [],
    provisionalFields: options.provisionalFields ?? [],
    affects: affects ?? null,
    individualOnly: options.individualOnly ?? false,
    optimisticPatch: options.optimisticPatch ?? (() => ({})),
    needsRow: options.needsRow ?? (() => !creates),
    selectLifecycleAction: options.selectLifecycleAction ?? (() => lifecycleActions[0] ?? null),
    getNotBefore: options.getNotBefore ?? (() => null),
    forbiddenReason: options.forbiddenReason ?? (() => null),
    isDone: options.isDone ?? (() => false),
    mergeWhenDone: options.mergeWhenDone ?? (() => null),
    initialValues: options.initialValues ?? (() => ({})),
    apply: options.apply ?? (() => ({})),
  }
  // The input is built at run time; only `CommandPayload` knows its type.
  return { ...endpoint, ...definition } as unknown as Command<R, CommandPayload<R, W, I, C, K>>
}
/** Marks inputs of a partial command as required if the row field is required: they may be left out but not emptied. */
const markRequiredInputs = (fields: Fields, input: Fields = {}): Fields =>
  Object.fromEntries(
    Object.entries(input).map(([name, field]) => [
      name,
      fields[name]?.required && fields[name].kind === field.kind ? { ...field, required: true } : field,
    ]),
  )

/** Returns the inputs that are row fields. An input of another kind only shares the name. */
const getRowFieldInputs = (fields: Fields, input: Fields = {}): string[] =>
  Object.keys(input).filter((name) => fields[name]?.kind === input[name]?.kind)
function buildAccess(rules: readonly ActionRule[], access: Access | undefined): Access {
  const permissions = [
    ...new Set(
      rules.flatMap((rule) => [...toPermissionList(rule.permission), ...toPermissionList(rule.ownerRule?.permission)]),
    ),
  ]
  if (rules.length === 0 && access === undefined) throw new Error('a command without a state machine needs access')
  return access ?? (permissions.length === 1 ? permissions.join() : permissions)
}
/** Returns the permissions of a rule as a list; any one of them is enough. */
export const toPermissionList = (permissions: ActionRule['permission'] | undefined): readonly string[] =>
  typeof permissions === 'string' ? [permissions] : (permissions ?? [])
function buildOfflineUse(
  {
    offline = { schemaVersion: 1 },
    creates,
    affects,
  }: { offline?: false | CommandOfflineOptions; creates?: unknown; affects?: unknown },
  queueResource: string,
  queueIdInput: string,
  rowIdInput: string,
): { offline?: OfflineUse } {
  if (!offline) return {}
  return {
    offline: {
      resource: queueResource,
      idInput: queueIdInput,
      ...offline,
      // A command with an affected row queues under that row, so the created row is the second row.
      ...(!creates ? {} : affects ? { createdIdInput: rowIdInput } : { creates: true }),
    },
  }
}

/** Stands for the state of an existing row whose resource has no states. */
export const STATELESS = 'there'
/** True if the endpoint is a command. */
export const isCommand = (endpoint: Endpoint): endpoint is Command => 'apply' in endpoint
/** True if the command creates its row, always or when it does not exist yet. */
export const canCreate = ({ fromStates }: Pick<Command, 'fromStates'>): boolean => fromStates?.includes(null) ?? false

/** Inputs that no person fills in: row id, version seen by the person, and time of the event. */
const COMMON_INPUTS: readonly string[] = ['id', 'version', 'occurredAt']
/** Returns the inputs that a person fills in; a command without any takes a single tap. */
export const getFormInputs = ({
  input,
  idInput,
}: Pick<Command, 'input'> & Partial<Pick<Command, 'idInput'>>): string[] =>
  Object.keys(input).filter((name) => name !== idInput && !COMMON_INPUTS.includes(name))
