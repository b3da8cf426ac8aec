/** Collects the rows that a call writes and passes them once, at the end of the call, to areas that derive data. */
import type { Resource } from '@/contract/resource'
import type { Context } from '../context'
import { resolveOccurredAt } from '../entered-moments'

/** Derives data from rows when they are written. An area lists its triggers in `defineServer`. */
export interface RowTrigger {
  /** Watched fields by resource name. */
  readonly fieldsByResource: ReadonlyMap<string, readonly string[]>
  /**
   * Runs once per call that wrote a watched field, in its transaction. Each row appears once.
   * @param occurredAt moment of the event, ISO 8601
   */
  readonly run: (ctx: Context, getWrittenIds: GetWrittenIds, occurredAt: string) => Promise<unknown>
}
/** Returns the ids of the written rows of a resource. */
export type GetWrittenIds = (resource: Pick<Resource, 'name'>) => readonly string[]

/** Names the watched fields of a resource, for `defineRowTrigger`. */
export const watchFields = <R extends Resource>(
  resource: R,
  ...fields: readonly (keyof R['fields'] & string)[]
): readonly [string, readonly string[]] => [resource.name, fields]
/** Defines a trigger. An error in it rolls back the call. */
export const defineRowTrigger = (
  watchedFields: readonly (readonly [string, readonly string[]])[],
  run: RowTrigger['run'],
): RowTrigger => ({
  fieldsByResource: new Map(watchedFields),
  run,
})

/** The watched rows that one call has written so far. */
export class WrittenRows {
  readonly #ids = new Map<string, Set<string>>()
  /** Moment of the written event, ISO 8601; null if it was not entered. */
  #occurredAt: string | null = null
  constructor(private readonly triggers: readonly RowTrigger[]) {}

  /** True if a trigger watches the resource. Rows of such a resource cannot be written in a single statement. */
  hasTrigger(resource: string): boolean {
    return this.triggers.some(({ fieldsByResource }) => fieldsByResource.has(resource))
  }
  /** Adds a row. @param changedFields the changed fields; null for a new or removed row */
  add(resource: string, id: string, changedFields: readonly string[] | null): void {
    const isWatched = this.triggers.some(({ fieldsByResource }) => {
      const fields = fieldsByResource.get(resource)
      return fields && (changedFields === null || changedFields.some((name) => fields.includes(name)))
    })
    if (!isWatched) return
    const ids = this.#ids.get(resource) ?? new Set()
    this.#ids.set(resource, ids.add(id))
  }
  /** Sets the moment of the written event, if it was entered. */
  setOccurredAt(occurredAt: string): void {
    this.#occurredAt = occurredAt
  }
  /** Runs the triggers that watch the written rows. Called before the commit. */
  async runTriggers(ctx: Context): Promise<void> {
    if (this.#ids.size === 0) return
    const ids = new Map([...this.#ids].map(([resource, idSet]) => [resource, [...idSet]]))
    this.#ids.clear()
    for (const { fieldsByResource, run } of this.triggers) {
      const getWrittenIds: GetWrittenIds = ({ name }) => (fieldsByResource.has(name) ? (ids.get(name) ?? []) : [])
      if ([...fieldsByResource.keys()].some((name) => ids.has(name)))
        await run(ctx, getWrittenIds, this.#occurredAt ?? resolveOccurredAt(ctx))
    }
  }
}
/** A context that records writes. */
interface WriteRecordingContext {
  readonly writtenRows?: WrittenRows
}
/**
 * Records a write: invalidates cached lists, notifies screens and queues the row for the triggers.
 * @param changedFields see `WrittenRows.add`
 */
export function recordWrite(
  ctx: Pick<Context, 'touch'> & WriteRecordingContext,
  { name }: Pick<Resource, 'name'>,
  id: string,
  changedFields: readonly string[] | null = null,
): void {
  ctx.touch(name)
  ctx.writtenRows?.add(name, id, changedFields)
}
/** Sets the moment of the event that this call records, for the triggers. */
export const setWriteTime = (ctx: Context, occurredAt: string): void =>
  (ctx as Context & WriteRecordingContext).writtenRows?.setOccurredAt(occurredAt)
/** Runs the handler of a call and then the triggers of the rows that it wrote, before the commit. */
export async function runWithRowTriggers<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const result = await work(ctx)
  await (ctx as Context & WriteRecordingContext).writtenRows?.runTriggers(ctx)
  return result
}
