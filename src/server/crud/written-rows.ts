/** Collects the rows that a call writes and passes them once, at the end of the call, to areas that derive data. */
import type { Resource } from '@/contract/resource'
import type { Context } from '../context'
import { resolveOccurredAt } from '../entered-moments'

/** Derives data from rows as they change. Listed in `defineServer`. */
export interface RowFollower {
  /** Watched fields by resource name. */
  readonly fieldsByResource: ReadonlyMap<string, readonly string[]>
  /**
   * Runs once per call that wrote a watched field, in its transaction. Each row appears once.
   * @param at moment of the event, ISO 8601
   */
  readonly run: (ctx: Context, written: WrittenIds, at: string) => Promise<unknown>
}
/** Returns the ids of the written rows of a resource. */
export type WrittenIds = (resource: Pick<Resource, 'name'>) => readonly string[]

/** Names the watched fields of a resource, for `defineFollower`. */
export const watchFields = <R extends Resource>(
  resource: R,
  ...fields: readonly (keyof R['fields'] & string)[]
): readonly [string, readonly string[]] => [resource.name, fields]
/** Defines a follower of rows. An error in it rolls back the call. */
export const defineFollower = (
  watchedFields: readonly (readonly [string, readonly string[]])[],
  run: RowFollower['run'],
): RowFollower => ({
  fieldsByResource: new Map(watchedFields),
  run,
})

/** The followed rows that one call has written so far. */
export class WrittenRows {
  readonly #ids = new Map<string, Set<string>>()
  #at: string | null = null
  constructor(private readonly followers: readonly RowFollower[]) {}

  /** True if a follower watches the resource. Rows of such a resource cannot be written in a single statement. */
  isFollowed(resource: string): boolean {
    return this.followers.some(({ fieldsByResource: of }) => of.has(resource))
  }
  /** Adds a row. @param changedFields the changed fields; null for a new or removed row */
  add(resource: string, id: string, changedFields: readonly string[] | null): void {
    const isWatched = this.followers.some(({ fieldsByResource: of }) => {
      const fields = of.get(resource)
      return fields && (changedFields === null || changedFields.some((name) => fields.includes(name)))
    })
    if (!isWatched) return
    const ids = this.#ids.get(resource) ?? new Set()
    this.#ids.set(resource, ids.add(id))
  }
  /** Sets the moment of the written event, if it was entered. */
  setOccurredAt(occurredAt: string): void {
    this.#at = occurredAt
  }
  /** Runs the followers. Called before the commit. */
  async notifyFollowers(ctx: Context): Promise<void> {
    if (this.#ids.size === 0) return
    const ids = new Map([...this.#ids].map(([resource, idSet]) => [resource, [...idSet]]))
    this.#ids.clear()
    for (const { fieldsByResource: of, run } of this.followers) {
      const writtenIds: WrittenIds = ({ name }) => (of.has(name) ? (ids.get(name) ?? []) : [])
      if ([...of.keys()].some((name) => ids.has(name))) await run(ctx, writtenIds, this.#at ?? resolveOccurredAt(ctx))
    }
  }
}
/** A context that records writes. */
interface WriteRecordingContext {
  readonly writtenRows?: WrittenRows
}
/** Records a write: invalidates cached lists, notifies screens and followers. @param changedFields see `WrittenRows.add` */
export function recordWrite(
  ctx: Pick<Context, 'touch'> & WriteRecordingContext,
  { name }: Pick<Resource, 'name'>,
  id: string,
  changedFields: readonly string[] | null = null,
): void {
  ctx.touch(name)
  ctx.writtenRows?.add(name, id, changedFields)
}
/** Sets the moment at which the event that this call writes happened. */
export const setWriteTime = (ctx: Context, occurredAt: string): void =>
  (ctx as Context & WriteRecordingContext).writtenRows?.setOccurredAt(occurredAt)
/** Runs the handler of a call and then its followers, before the commit. */
export async function runAndNotifyFollowers<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const result = await work(ctx)
  await (ctx as Context & WriteRecordingContext).writtenRows?.notifyFollowers(ctx)
  return result
}
